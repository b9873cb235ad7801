import { reply } from '@signet/contracts'
import { type Route, route } from '@signet/kernel'
import { listValidations } from '../contract/queries.ts'
import { libraryOf } from '../library/library-routes.ts'
import type { ValidationTable } from './validation-table.ts'

export const validationQueryRoutes = ({
  validations,
}: {
  readonly validations: Pick<ValidationTable, 'page'>
}): Route[] => [
  route(listValidations, async ({ query, caller }) => {
    const { rows, nextCursor } = await validations.page(libraryOf(caller), query)
    return reply(200, {
      validations: rows.map(({ id, tenant: _tenant, ...row }) => ({ validationId: id, ...row })),
      ...(nextCursor === null ? {} : { nextCursor }),
    })
  }),
]
