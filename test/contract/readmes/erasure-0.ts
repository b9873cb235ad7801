import { linesOf, partFileKey } from '@signet/erasure'
import { leaving } from '@signet/erasure/access'

const access = leaving('flags', { description: 'Erases and copies flags', timeoutSeconds: 120, rows: { FLAGSET: ['query', 'delete'] } })
console.log(access.exports) // flags
for await (const { path, bytes } of linesOf('flags', [{ key: 'dark-mode' }])) console.log(path, String(bytes)) // flags.jsonl …
console.log(partFileKey({ org: 'o', id: 'e' }, { service: 'flags', run: 'r' }, 0)) // parts/o/e/flags/r/0

export {}
