import { code, joined } from '../../code.ts'
import { option } from '../../describe.ts'
import type { Context, Part } from '../../design.ts'
import { httpEntry } from '../../parts/http/part.ts'
import { acceptedPost } from '../../parts/http/requests.ts'
import { itemsPart } from '../../parts/items/part.ts'
import { recordsPart } from '../../parts/records/part.ts'
import { verificationPart } from '../../parts/verification/caller-parts.ts'
import type { Pattern } from '../../pattern.ts'

const service = ({ entities, entity }: Context): Part => ({
  summary: code`Keeps ${joined(
    entities.map(({ $nouns }) => $nouns),
    ', ',
  )} behind an HTTP API.`,
  example: code`Each has a name and a note, whatever the intention says: its fields are in src/$kebab/$kebab.ts.`,
  functions: [{ trigger: 'http', uses: ['records'], timeoutSeconds: 10 }],
  rendered: () => [acceptedPost(code`/v1/${entity.$kebabs}`, code`{ name: 'first' }`)],
  decisions: [
    {
      title: code`Records with versions, by tenant`,
      context: code`Several people change the same $nouns at once, and tenants must never see each other's.`,
      drivers: [code`No change is lost silently`, code`One forgotten filter must not show data of others`],
      options: [
        option(
          code`The tenant in every key, If-Match on every change`,
          code`a forgotten filter finds nothing instead of everything`,
          code`callers must send a header`,
        ),
        option(
          code`A column for the tenant, the last write wins`,
          code`callers have less to do`,
          code`one missing condition discloses everything, and changes are lost`,
        ),
        option(
          code`A database a tenant`,
          code`tenants are apart by construction`,
          code`cost and migrations grow with tenants`,
        ),
      ],
      because: code`both rules hold in one place, the key, and are tested for every route.`,
      good: [code`isolation is tested by a matrix of routes`],
      bad: [code`queries across tenants need a table of their own`],
      confirmation: code`test/$kebabs.test.ts: the matrix with a foreign id, and 412 for an old version.`,
    },
  ],
  assets: [code`$Entities of tenants`],
  actors: [code`Callers of a tenant`, code`Operators of the service`],
  flows: [code`Caller to API: JSON over HTTPS`, code`API to table: records by tenant`],
  constraints: [code`A page has at most 100 $nouns`, code`A body has at most 65,536 bytes`],
})

export const crudApi: Pattern = {
  version: '1.1.0',
  title: 'CRUD API',
  traits: {
    trigger: 'http',
    route_shape: 'resource',
    verification: 'api-key',
    dispatch: 'sync',
    store: 'keyvalue',
    has_ui: 'no',
    uses_model: 'no',
    latency: 'interactive',
    multi_tenant: 'yes',
  },
  parts: (context) => [
    httpEntry,
    verificationPart(context, { scopes: ['read', 'write'] }),
    recordsPart(context),
    itemsPart(context, context.entities),
    service(context),
  ],
}
