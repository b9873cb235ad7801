import { expect, it } from 'vitest'
import { observeRoutes } from '../../../lambdas/observe/api/observe-routes.ts'
import { access } from '../../../lambdas/observe/contract/access.ts'
import { observeService } from '../../../lambdas/observe/contract/service.ts'

it('serves every endpoint of its contracts', () => {
  const { contracts } = observeService
  const promised = contracts.flatMap((contract) =>
    'endpoints' in contract ? contract.endpoints.map(({ name }) => name) : [],
  )
  const served = observeRoutes({} as never).map(({ operation }) => operation)
  expect(served.toSorted()).toEqual(promised.toSorted())
  const withRoutes = contracts.filter((contract) => 'endpoints' in contract)
  expect(withRoutes.map(({ name }) => name)).toEqual(access.api.serves)
})
