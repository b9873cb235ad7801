import type { ContractIR, OperationIR, ResponseIR } from '@signet/contracts/ir'

type Links = Record<string, { operationId: string; description: string; parameters: Record<string, string> }>

const pathParams = ({ route }: OperationIR): string[] =>
  [...(route?.pathTemplate ?? '').matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => (name === undefined ? [] : [name]))

/** Returns the state of the entity after the operation, if there is only one. */
const stateAfter = ({ transition }: OperationIR): string | undefined => {
  if (transition === undefined) return undefined
  const targets = new Set([
    ...Object.values(transition.to),
    ...(transition.initial === undefined ? [] : [transition.initial]),
  ])
  return targets.size === 1 ? [...targets][0] : undefined
}

const isAllowedAfter = (ir: ContractIR, resultState: string, next: OperationIR): boolean => {
  if (next.transition === undefined) return next.kind !== 'create' && next.kind !== 'list'
  return ir.entity?.states?.transitions[resultState]?.[next.name] !== undefined
}

/**
 * Returns links from a response with the entity to the operations that its new state allows, so that a tester can walk
 * the state machine. Only operations addressed by one path parameter are linked: the entity's key fills it.
 */
export const linksOf = (ir: ContractIR, operation: OperationIR, response: ResponseIR): Links | undefined => {
  const resultState = stateAfter(operation)
  const key = ir.entity?.db?.key.at(-1)
  const isEntity = response.schema?.$ref !== undefined && response.schema.$ref === ir.entity?.schema.$ref
  if (resultState === undefined || key === undefined || !isEntity) return undefined
  const links: Links = {}
  for (const next of ir.operations) {
    const [param, ...otherParams] = pathParams(next)
    if (param === undefined || otherParams.length > 0 || !isAllowedAfter(ir, resultState, next)) continue
    const description = next.transition === undefined ? 'The same entity.' : `Allowed in the state ${resultState}.`
    links[next.name] = { operationId: next.operationId, description, parameters: { [param]: `$response.body#/${key}` } }
  }
  return Object.keys(links).length === 0 ? undefined : links
}
