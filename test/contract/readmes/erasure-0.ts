import { linesOf, partFileKey } from '@signet/erasure'
import { erasureAccess } from '@signet/erasure/access'
import { erasureRights } from '@signet/erasure/rights'
import { rowKeys } from '@signet/kernel/row-kind'

const flag = rowKeys({ name: 'Flag', prefix: 'FLAG#', keys: { pk: '<org>', sk: '<flag>' }, owner: 'organization', exported: { file: 'flags' }, retention: 'permanent' })
console.log(erasureRights([flag], {})) // { FLAG: [ 'delete', 'query' ] }
const access = erasureAccess('flags', { description: 'Erases and exports flags', timeoutSeconds: 120 })
console.log(access.exports) // flags
for await (const { path, bytes } of linesOf('flags', [{ key: 'dark-mode' }])) console.log(path, String(bytes)) // flags.jsonl …
console.log(partFileKey({ org: 'o', id: 'e' }, { service: 'flags', run: 'r' }, 0)) // parts/o/e/flags/r/0

export {}
