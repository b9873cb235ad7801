import { reply } from '@signet/contracts'
import { POLICIES, policySha256 } from '@signet/evidence'
import { type Route, route } from '@signet/kernel'
import { listPolicies, listValidations } from '../contract/readings.ts'
import { libraryOf } from '../library/library-routes.ts'
import type { ValidationTable } from './validation-table.ts'

interface Deps {
  readonly validations: Pick<ValidationTable, 'page'>
}

const policies = () =>
  POLICIES.map((policy) => {
    const { id, version, name, appliesTo, requirements } = policy
    return {
      ...{ id, version, policyVersion: `${id}@${version}`, name, appliesTo, sha256: policySha256(policy) },
      requirements: requirements.map(({ detector: _detector, when: _when, satisfiedBy, ...requirement }) => ({
        ...requirement,
        satisfiedBy: [...satisfiedBy],
      })),
    }
  })

/** What texts are checked by, and which were. */
export const readingRoutes = ({ validations }: Deps): Route[] => [
  route(listPolicies, async () => reply(200, { policies: policies() })),
  route(listValidations, async ({ query, caller }) => {
    const { rows, nextCursor } = await validations.page(libraryOf(caller), query)
    return reply(200, {
      validations: rows.map(({ id, tenant: _tenant, ...row }) => ({ validationId: id, ...row })),
      ...(nextCursor === null ? {} : { nextCursor }),
    })
  }),
]
