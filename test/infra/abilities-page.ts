import { ABILITIES } from '../../layers/kernel/src/abilities/abilities.ts'
import type { LocalStandIn } from '../../layers/kernel/src/abilities/ability.ts'

/** The members that a row of the page shows. */
interface Shown {
  readonly allows: string
  readonly local: LocalStandIn
  readonly variables?: object
}

const variablesOf = ({ variables = {} }: Shown): string =>
  Object.keys(variables)
    .map((pattern) => `\`${pattern.replace('?', '')}\`${pattern.endsWith('?') ? ' (if configured)' : ''}`)
    .join(', ')

const localOf = ({ local }: Shown): string =>
  'service' in local ? `the embedded AWS: ${local.service}` : local.instead

const rowOf = ([name, shown]: readonly [string, Shown]): string =>
  `| \`${name}\` | ${shown.allows} | ${variablesOf(shown)} | ${localOf(shown)} |`

/** The page docs/abilities.md: what an access.ts can grant. */
export const abilitiesPage = (): string => `# What a function may use

Generated from \`layers/kernel/src/abilities/\`; do not edit. After a change there:
\`npm run pages\`.

An \`access.ts\` grants each ability under its name. Variables, rights and required clients follow (docs/adr/0030). \`*\` stands for
each name in the grant, in capitals.

| Ability | Allows | Variables | On a laptop |
|---|---|---|---|
${Object.entries<Shown>(ABILITIES).map(rowOf).join('\n')}
`
