import { type Deployed, type Fate, type Fated, isStateful } from './fates.ts'

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const FATES: readonly Fate[] = ['kept', 'updated', 'replaced', 'gone']

const byName = (a: Fated, b: Fated): number => {
  const name = ({ resource: { stack, id } }: Fated) => `${stack}/${id}`
  return name(a) < name(b) ? -1 : 1
}

/** The page docs/upgrade.md: what a deployment of today does to one of the commit whose templates are kept. */
export const upgradePage = (commit: string, fates: readonly Fated[]): string => {
  const lists = ({ resource, fate }: Fated) => resource.stack === 'data' || (isStateful(resource) && fate !== 'new')
  const listed = fates.filter(lists).sort(byName)
  const others = fates.filter(({ resource, fate }) => fate !== 'new' && resource.stack !== 'data')
  const types = [...new Set(others.map(({ resource }) => resource.type))].sort()
  const count = (type: string, fate: Fate) => others.filter((each) => each.resource.type === type && each.fate === fate)
  const named = (of: readonly Fated[]) =>
    of.map(({ resource: { stack, id } }: { resource: Deployed }) => `${stack}/${id}`)
  const retained = others.filter(({ resource }) => resource.isRetained)
  return `# What an upgrade replaces

Generated from the templates of commit ${commit}, of which \`test/infra/upgrade/${commit}.json\` keeps what counts, and from those of
today, both of the stage \`prod\`; do not edit. After a change: \`npx vitest run --project infra upgrade -u\`. How to upgrade
stands in [aws.md](aws.md#upgrade).

- **kept**: in its place, and nothing about it changes. **updated**: in its place, with other properties.
- **replaced**: another of that name is made, because CloudFormation cannot change a property of it or because it stands in another
  stack now. **gone**: nothing has its name any more. **new**: was not there.

Nothing that holds data (table, bucket, user pool, secret, key) is replaced or gone; a test fails when it would be.

## The stack of data

${table(
  ['Resource', 'Type', 'Fate'],
  listed.map(({ resource: { id, type }, fate }) => [`\`${id}\``, type.replace('AWS::', ''), fate]),
)}

## All other stacks

They hold no data and are removed before (\`work\`, \`images\`, \`flags\` of that commit). Roles, policies, alarms and the parts of an API
go with them and are not counted.

${table(
  ['Type', ...FATES],
  types.map((type) => [type.replace('AWS::', ''), ...FATES.map((fate) => String(count(type, fate).length))]),
)}

Stay in the account until somebody removes them, as they outlive their stack: ${named(retained)
    .sort()
    .map((name) => `\`${name}\``)
    .join(', ')}.
`
}
