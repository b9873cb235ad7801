import type { Contract, ContractOperation } from '../contract.ts'
import { ContractError } from '../contract-error.ts'
import { resolveError } from '../error-codes.ts'
import { pascalCase } from '../names.ts'
import { describeOperation } from '../operation-endpoint.ts'
import type { ContractIR, JsonSchema, OperationIR, TransitionIR } from './contract-ir.ts'
import { operationIR } from './endpoint-ir.ts'
import { type SchemaEmitter, schemaEmitter } from './json-schema.ts'

const transitionIR = ({ transition }: ContractOperation): TransitionIR | undefined => {
  if (transition === undefined) return undefined
  const { from, to, initial } = transition
  return { from: [...from], to: { ...to }, ...(initial === undefined ? {} : { initial }) }
}

const internalIR = (contract: Contract, operation: ContractOperation, emitter: SchemaEmitter): OperationIR => {
  const { name, operationId, kind, authority, definition } = operation
  const { input, summary, errors = [], tags = [contract.name] } = definition
  return {
    name,
    operationId,
    ...(summary === undefined ? {} : { summary }),
    description: describeOperation(contract.name, name, kind, definition),
    tags: [...tags],
    authority,
    request:
      input === undefined
        ? {}
        : {
            body: {
              type: 'json',
              required: true,
              schema: emitter.emit(input, 'input'),
              mediaTypes: ['application/json'],
            },
          },
    responses: [],
    errors: errors.flatMap((reference) => resolveError(reference) ?? []),
    idempotent: definition.idempotent ?? false,
    stream: false,
    emits: [],
  }
}

const entityOperation = (contract: Contract, operation: ContractOperation, emitter: SchemaEmitter): OperationIR => {
  const { name, kind, endpoint, definition } = operation
  const base = endpoint === undefined ? internalIR(contract, operation, emitter) : operationIR(endpoint, emitter)
  const transition = transitionIR(operation)
  return { ...base, name, kind, ...(transition && { transition }), emits: [...(definition.emits ?? [])] }
}

/** Returns a reference to the entity's schema and the named schemas. A schema without an ID gets the contract's name. */
const selfSchema = (
  contract: Contract,
  emitter: SchemaEmitter,
): { schema: JsonSchema; schemas: Record<string, JsonSchema> } => {
  const emitted = emitter.emit(contract.schema, 'output')
  const schemas = emitter.named()
  if (emitted.$ref !== undefined) return { schema: emitted, schemas }
  // An entity without `.meta({ id })` is named after its contract.
  const name = pascalCase(contract.name)
  if (schemas[name] !== undefined) {
    throw new ContractError(contract.name, [
      { at: 'schema', problem: `give it .meta({ id }): its default name "${name}" is the id of another schema` },
    ])
  }
  return { schema: { $ref: `#/schemas/${name}` }, schemas: { ...schemas, [name]: emitted } }
}

const withSelf = (operation: OperationIR, contract: Contract, self: JsonSchema): OperationIR => {
  const declared = contract.operations[operation.name]?.endpoint?.responses ?? {}
  const responses = operation.responses.map((response) =>
    declared[response.status]?.schema === contract.schema ? { ...response, schema: self } : response,
  )
  return { ...operation, responses }
}

const irCache = new WeakMap<object, ContractIR>()

const buildIR = (contract: Contract): ContractIR => {
  const emitter = schemaEmitter(contract.name)
  const operations = Object.values(contract.operations).map((operation) =>
    entityOperation(contract, operation, emitter),
  )
  const events = Object.entries(contract.events).map(
    ([name, payload]) => [name, payload === contract.schema ? undefined : emitter.emit(payload, 'output')] as const,
  )
  const { schema, schemas } = selfSchema(contract, emitter)
  const { name, version, description, states, db, invariants, renames } = contract
  const ir: ContractIR = {
    ir: 1,
    kind: 'entity',
    name,
    version,
    description,
    operations: operations.map((operation) => withSelf(operation, contract, schema)),
    schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    entity: {
      schema,
      ...(states && { states }),
      ...(db && { db }),
      events: Object.fromEntries(events.map(([event, payload]) => [event, payload ?? schema])),
      invariants: invariants.map(({ id, message }) => ({ id, message })),
      renames,
    },
  }
  // Serializing ensures that the result is plain JSON, and that callers cannot change the contract through it.
  return JSON.parse(JSON.stringify(ir)) as ContractIR
}

/**
 * Returns the plain JSON form of a contract, built on first use and cached. Separate from `defineContract`, so that a
 * Lambda neither loads nor runs the JSON Schema emitter.
 * @throws ContractError if two different schemas share an id
 */
export const irOf = (contract: object): ContractIR => {
  const cached = irCache.get(contract)
  if (cached !== undefined) return cached
  const ir = buildIR(contract as Contract)
  irCache.set(contract, ir)
  return ir
}
