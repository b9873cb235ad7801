import { type Deployed, type Fate, isStateful, type ResourceFate } from './fates.ts'

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const FATES: readonly Fate[] = ['kept', 'updated', 'replaced', 'gone']

const byName = (a: ResourceFate, b: ResourceFate): number => {
  const name = ({ resource: { stack, id } }: ResourceFate) => `${stack}/${id}`
  return name(a) < name(b) ? -1 : 1
}

/** Returns the page docs/upgrade.md: the effect of today's deployment on the stored templates of a commit. */
export const upgradePage = (commit: string, fates: readonly ResourceFate[]): string => {
  const isListed = ({ resource, fate }: ResourceFate) =>
    resource.stack === 'data' || (isStateful(resource) && fate !== 'new')
  const listed = fates.filter(isListed).sort(byName)
  const otherFates = fates.filter(({ resource, fate }) => fate !== 'new' && resource.stack !== 'data')
  const types = [...new Set(otherFates.map(({ resource }) => resource.type))].sort()
  const count = (type: string, fate: Fate) =>
    otherFates.filter((each) => each.resource.type === type && each.fate === fate)
  const pathsOf = (selected: readonly ResourceFate[]) =>
    selected.map(({ resource: { stack, id } }: { resource: Deployed }) => `${stack}/${id}`)
  const retained = otherFates.filter(({ resource }) => resource.isRetained)
  return `# Effects of an upgrade

Compares the templates of commit ${commit}, summarized in \`test/infra/upgrade/${commit}.json\`, with today's, both of the stage
\`prod\`. Generated; do not edit. After a change, run \`npx vitest run --project infra upgrade -u\`. For the steps of an upgrade,
see [aws.md](aws.md#upgrade).

- **kept**: the resource does not change.
- **updated**: the resource remains, with other properties.
- **replaced**: CloudFormation creates a new resource with the same name, because a property cannot change in place or because
  the resource moved to another stack.
- **gone**: no resource has the name.
- **new**: the resource did not exist.

No resource with data (table, bucket, user pool, secret, key) may be replaced or gone; a test fails otherwise.

## Data stack

${table(
  ['Resource', 'Type', 'Fate'],
  listed.map(({ resource: { id, type }, fate }) => [`\`${id}\``, type.replace('AWS::', ''), fate]),
)}

## Other stacks

They contain no data and are deleted before the upgrade (\`work\`, \`images\`, \`flags\` of that commit). Their roles, policies, alarms
and API parts are not counted.

${table(
  ['Type', ...FATES],
  types.map((type) => [type.replace('AWS::', ''), ...FATES.map((fate) => String(count(type, fate).length))]),
)}

These resources outlive their stack and remain in the account until you delete them: ${pathsOf(retained)
    .sort()
    .map((name) => `\`${name}\``)
    .join(', ')}.
`
}
