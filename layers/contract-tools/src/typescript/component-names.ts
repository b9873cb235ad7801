import type { ContractIR } from '@signet/contracts/ir'
import { pascalCase } from '@signet/contracts/names'
import { isIdentifier } from './source-text.ts'
import type { ComponentNames } from './type-text.ts'

const platformTypes = [
  ...['AbortController', 'AbortSignal', 'Array', 'AsyncGenerator', 'AsyncIterable', 'Date', 'Error', 'Headers', 'JSON'],
  ...[
    'Math',
    'NonNullable',
    'Number',
    'Object',
    'Partial',
    'Promise',
    'ReadableStream',
    'Readonly',
    'Record',
    'RequestInit',
    'Response',
  ],
  ...['Set', 'String', 'TypeError', 'Uint8Array', 'URLSearchParams', 'any', 'bigint', 'boolean', 'never', 'null'],
  ...['number', 'object', 'string', 'symbol', 'undefined', 'unknown', 'void'],
]

/**
 * Returns type names for the components of a contract: the component's name if it is a free identifier, otherwise with
 * the suffix `Shape`.
 * @param reservedNames names that the generated file declares itself.
 */
export const componentNames = (ir: Pick<ContractIR, 'schemas'>, reservedNames: readonly string[]): ComponentNames => {
  const used = new Set([...platformTypes, ...reservedNames])
  const assignedNames = new Map<string, string>()
  for (const component of Object.keys(ir.schemas).sort()) {
    let name = isIdentifier(component) ? component : pascalCase(component).replaceAll(/[^\w$]/g, '')
    while (used.has(name) || !isIdentifier(name)) name = isIdentifier(name) ? `${name}Shape` : `T${name}`
    used.add(name)
    assignedNames.set(component, name)
  }
  return (component) => assignedNames.get(component) ?? 'unknown'
}
