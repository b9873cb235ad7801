import { expect, it } from 'vitest'
import { observeRoutes } from '../../../lambdas/observe/api/observe-routes.ts'
import { access } from '../../../lambdas/observe/contract/access.ts'
import { observeService } from '../../../lambdas/observe/contract/service.ts'
import { otlpRoutes } from '../../../lambdas/observe/otlp/otlp-routes.ts'

it('serves every endpoint of its contracts', () => {
  const { contracts } = observeService
  const contractNames = contracts.flatMap((contract) =>
    'endpoints' in contract ? contract.endpoints.map(({ name }) => name) : [],
  )
  const routes = [...observeRoutes({} as never), ...otlpRoutes({} as never)]
  const routeNames = routes.map(({ operation }) => operation)
  expect(routeNames.toSorted()).toEqual(contractNames.toSorted())
  const withRoutes = contracts.filter((contract) => 'endpoints' in contract).map(({ name }) => name)
  expect(withRoutes.toSorted()).toEqual([...access.api.serves, ...access.otlp.serves].toSorted())
})
