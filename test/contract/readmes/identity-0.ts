import { hasScope, isWellFormedToken, mintToken, SESSION_DAYS, tokenDigest } from '@signet/identity'

const pepper = 'a secret of the deployment'
const token = mintToken() // shown once to its owner
const stored = tokenDigest(pepper, 'session', token) // only the digest is stored

console.log(isWellFormedToken(token), stored.length, SESSION_DAYS)

const key = { kind: 'key', userId: 'u1', scopes: ['flags:read'] } as unknown as Parameters<typeof hasScope>[0]
console.log(hasScope(key, 'flags:read'), hasScope(key, 'flags:write')) // true false

export {}
