// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// ERC-721 tokens that anybody may make; whether it lists what an owner has is said when it is deployed.
contract TestNft {
    string public name;
    string public symbol;
    bool private immutable lists;
    mapping(uint256 => address) private owners;
    mapping(address => uint256[]) private held;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    constructor(string memory name_, string memory symbol_, bool lists_) {
        name = name_;
        symbol = symbol_;
        lists = lists_;
    }

    function mint(address to, uint256 id) external {
        require(owners[id] == address(0), "made already");
        take(to, id);
        emit Transfer(address(0), to, id);
    }

    function transferFrom(address from, address to, uint256 id) external {
        require(owners[id] == from && from == msg.sender, "not the owner");
        uint256[] storage ids = held[from];
        for (uint256 at = 0; at < ids.length; at++) {
            if (ids[at] != id) continue;
            ids[at] = ids[ids.length - 1];
            ids.pop();
            break;
        }
        take(to, id);
        emit Transfer(from, to, id);
    }

    function ownerOf(uint256 id) external view returns (address) {
        require(owners[id] != address(0), "no such token");
        return owners[id];
    }

    function balanceOf(address owner) external view returns (uint256) {
        return held[owner].length;
    }

    function tokenOfOwnerByIndex(address owner, uint256 index) external view returns (uint256) {
        require(lists, "not listed");
        return held[owner][index];
    }

    function take(address to, uint256 id) private {
        owners[id] = to;
        held[to].push(id);
    }
}
