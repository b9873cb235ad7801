import { canonicalJson, jsonSha256, requireIntegers, sha256Hex } from '@signet/receipts/digest'

const deck = { name: 'threats', version: '1.0.0', cards: [{ id: 'spoofing', weight: 3 }] }

canonicalJson(deck) // {"cards":[{"id":"spoofing","weight":3}],"name":"threats","version":"1.0.0"}
jsonSha256(deck) === sha256Hex(canonicalJson(deck)) // true; `sha256sum` prints the same for that text
jsonSha256(requireIntegers(deck)) // throws "$.cards[0].weight is 0.5, which is not an integer" if a number has a fraction

export {}
