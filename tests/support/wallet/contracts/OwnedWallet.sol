// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A smart-contract wallet whose owner's signatures count as its own (EIP-1271), as do texts he approved before.
contract OwnedWallet {
    bytes4 private constant VALID = 0x1626ba7e;
    bytes4 private constant INVALID = 0xffffffff;

    address public immutable owner;
    mapping(bytes32 => bool) private approved;

    constructor(address owner_) {
        owner = owner_;
    }

    function approve(bytes32 hash) external {
        require(msg.sender == owner);
        approved[hash] = true;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (approved[hash]) return VALID;
        if (signature.length < 65) return INVALID;
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        return ecrecover(hash, uint8(signature[64]), r, s) == owner ? VALID : INVALID;
    }
}
