import { diff, requiredBump } from '@signet/contract-tools/diff'
import { openApi } from '@signet/contract-tools/openapi'
import { endpoint } from '@signet/contracts'
import { endpointsIR } from '@signet/contracts/ir'

const countBees = endpoint({
  name: 'count_bees',
  description: 'Counts the bees.',
  route: 'GET /bees',
  authority: 'authenticated',
  responses: { 204: { description: 'The bees were counted.' } },
})
const before = endpointsIR([], { name: 'hive' })
const after = endpointsIR([countBees], { name: 'hive' })

console.log(requiredBump(diff(before, after))) // minor
console.log(openApi([after], { title: 'Hive', version: '1.1.0', servers: [] }).paths)

export {}
