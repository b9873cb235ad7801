import type { ContractIR } from '../ir/contract-ir.ts'

/** Mermaid reads a state name as a word; anything else stands behind an alias. */
const isWord = (state: string): boolean => /^[A-Za-z][A-Za-z0-9_]*$/.test(state) && state !== 'end'

const escaped = (text: string): string => text.replaceAll(/[":#;]/g, (char) => `#${char.charCodeAt(0)};`)

/**
 * The state machine of a contract as a Mermaid state diagram (stateDiagram-v2): one arrow for each pair of states, labelled
 * with the operations that take it. A contract without a life cycle has none: `undefined`.
 */
export const diagram = ({ name, version, operations, entity }: ContractIR): string | undefined => {
  const states = entity?.states
  if (states === undefined) return undefined
  const ids = new Map(states.states.map((state, i) => [state, isWord(state) ? state : `state_${i}`]))
  const id = (state: string): string => ids.get(state) ?? state
  const aliases = states.states.filter((state) => id(state) !== state)
  const creations = operations.filter(({ kind }) => kind === 'create').map((operation) => operation.name)
  const label = (names: readonly string[]): string => (names.length === 0 ? '' : ` : ${names.map(escaped).join(', ')}`)
  const arrows = states.states.flatMap((from) => {
    const byTarget = new Map<string, string[]>()
    for (const [operation, to] of Object.entries(states.transitions[from] ?? {})) {
      byTarget.set(to, [...(byTarget.get(to) ?? []), operation])
    }
    return [...byTarget].map(([to, names]) => `  ${id(from)} --> ${id(to)}${label(names)}`)
  })
  return [
    '---',
    `title: ${JSON.stringify(`${name} ${version}`)}`,
    '---',
    'stateDiagram-v2',
    ...aliases.map((state) => `  state ${JSON.stringify(state)} as ${id(state)}`),
    `  [*] --> ${id(states.initial)}${label(creations)}`,
    ...arrows,
    ...states.terminal.map((state) => `  ${id(state)} --> [*]`),
    '',
  ].join('\n')
}
