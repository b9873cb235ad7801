import { ABILITIES } from '../../layers/kernel/src/abilities/abilities.ts'
import type { LocalStandIn } from '../../layers/kernel/src/abilities/ability.ts'

/** The properties of an ability that a row of the page shows. */
interface AbilityRow {
  readonly allows: string
  readonly local: LocalStandIn
  readonly variables?: object
}

const variablesOf = ({ variables = {} }: AbilityRow): string =>
  Object.keys(variables)
    .map((pattern) => `\`${pattern.replace('?', '')}\`${pattern.endsWith('?') ? ' (if configured)' : ''}`)
    .join(', ')

const localOf = ({ local }: AbilityRow): string =>
  'service' in local ? `the embedded AWS: ${local.service}` : local.instead

const rowOf = ([name, ability]: readonly [string, AbilityRow]): string =>
  `| \`${name}\` | ${ability.allows} | ${variablesOf(ability)} | ${localOf(ability)} |`

/** Returns the page docs/abilities.md: the abilities that an access.ts can grant. */
export const abilitiesPage = (): string => `# Abilities of functions

Generated from \`layers/kernel/src/abilities/\`; do not edit. After a change there, run \`npm run pages\`.

An \`access.ts\` grants an ability by its name. Environment variables, IAM rights and required clients follow from the grant
(docs/adr/0030). \`*\` is each name in the grant, in capitals.

| Ability | Allows | Variables | Local stand-in |
|---|---|---|---|
${Object.entries<AbilityRow>(ABILITIES).map(rowOf).join('\n')}
`
