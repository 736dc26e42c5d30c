// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "./OwnedWallet.sol";

/// Deploys wallets to addresses that are known before they exist (CREATE2), as EIP-6492 needs it.
contract WalletFactory {
    function deploy(address owner, bytes32 salt) external returns (address) {
        return address(new OwnedWallet{salt: salt}(owner));
    }

    function addressOf(address owner, bytes32 salt) external view returns (address) {
        bytes32 code = keccak256(abi.encodePacked(type(OwnedWallet).creationCode, abi.encode(owner)));
        bytes32 hash = keccak256(abi.encodePacked(bytes1(0xff), address(this), salt, code));
        return address(uint160(uint256(hash)));
    }
}
