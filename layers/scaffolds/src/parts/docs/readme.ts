import { type Code, code, joinAsSentence, joinCode, markdownText } from '../../code.ts'
import { type Context, type Design, hasTrigger, onAws, onCloudflare, portsOf } from '../../design.ts'
import type { Governance, PlannedRequirement } from '../../governance.ts'
import type { ScaffoldInput } from '../../input.ts'
import { patternWarning, unmetLine, unmetRequirements } from '../../unmet.ts'

export interface ReadmeFacts {
  readonly governance: Governance
  readonly questions: readonly string[]
}

const startCommands = (context: Context): Code =>
  joinCode([
    code`node --test "test/**/*.test.ts"   # all tests of docs/test-plan.md, without an installation`,
    code`npm install                       # installs types and tools; commit the package-lock.json that it writes`,
    onAws(context) ? code`npm run synth                     # AWS: bundles, synthesizes and runs cdk-nag` : undefined,
    onCloudflare(context)
      ? code`npm run check:cloudflare          # Cloudflare: bundles and checks without deploying`
      : undefined,
  ])

const valueLines = (design: Design): Code => {
  return joinCode([
    ...design.secrets.map(({ name, description }) => code`| \`${name}\` | secret | ${markdownText(description)} |`),
    ...design.settings.map(
      ({ name, description, value }) =>
        code`| \`${name}\` | setting${value === undefined ? code`` : code`, \`${value}\``} | ${markdownText(description)} |`,
    ),
  ])
}

const locationsOf = (design: Design, context: Context): Code => {
  const hasSecrets = design.secrets.length > 0
  const hasSettings = design.settings.length > 0
  return joinCode(
    [
      onAws(context)
        ? code`On AWS, ${joinAsSentence([
            hasSecrets
              ? code`secrets are fields of the JSON object \`${context.worker}/secrets\` in Secrets Manager`
              : undefined,
            hasSettings ? code`settings are in \`infrastructure/settings.ts\`` : undefined,
          ])}.`
        : undefined,
      onCloudflare(context)
        ? code`On Cloudflare, ${joinAsSentence([
            hasSecrets ? code`secrets are set with \`npx wrangler secret put NAME\`` : undefined,
            hasSettings ? code`settings are \`vars\` in \`wrangler.jsonc\`` : undefined,
          ])}.`
        : undefined,
    ],
    ' ',
  )
}

const valuesSection = (design: Design, context: Context): Code => {
  const lines = valueLines(design)
  if (lines === '') return code``
  return code`
## Secrets and settings

| Name | Kind | Description |
|---|---|---|
${lines}

${locationsOf(design, context)}
`
}

const interfaceLines = (design: Design): Code =>
  joinCode(
    design.interfaces.map(
      ({ kind, method, path, input, output, auth }) =>
        code`| ${kind as Code} | ${joinCode([method, path], ' ')} | ${markdownText(input)} | ${markdownText(output)} | ${markdownText(auth)} |`,
    ),
  )

const setUpCommands = (design: Design, { worker }: Context): Code =>
  joinCode([
    portsOf(design).has('records')
      ? code`npx wrangler d1 create ${worker}-records   # copy its ID to wrangler.jsonc`
      : undefined,
    hasTrigger(design, 'queue') || hasTrigger(design, 'file') || hasTrigger(design, 'stream')
      ? code`npx wrangler queues create ${worker}-work && npx wrangler queues create ${worker}-dead-letters`
      : undefined,
    portsOf(design).has('objects') ? code`npx wrangler r2 bucket create ${worker}-files` : undefined,
    hasTrigger(design, 'file')
      ? code`npx wrangler r2 bucket notification create ${worker}-files --event-type object-create --prefix incoming/ --queue ${worker}-work`
      : undefined,
  ])

const deploymentSection = (design: Design, context: Context): Code => {
  const setup = onCloudflare(context) ? setUpCommands(design, context) : code``
  const usesQueue = hasTrigger(design, 'queue') || hasTrigger(design, 'file') || hasTrigger(design, 'stream')
  return joinCode(
    [
      onAws(context)
        ? code`AWS: run \`npm run deploy:aws\`, then subscribe an operator to the alarm topic.`
        : undefined,
      onCloudflare(context)
        ? code`Cloudflare: ${setup === '' ? code`run ` : code`create the resources once:\n\n\`\`\`sh\n${setup}\n\`\`\`\n\nThen run `}\`npm run deploy:cloudflare\`.${usesQueue ? code` There are no alarms on Cloudflare, so check the dead-letter queue regularly.` : code` There are no alarms on Cloudflare, so check the logs for errors.`}`
        : undefined,
    ],
    '\n\n',
  )
}

const builtLine = ({ id, text, metBy = [], testIds }: PlannedRequirement): Code =>
  code`| ${id as Code} | ${markdownText(text)} | ${metBy.join(', ') as Code} | ${testIds.join(', ') as Code} |`

const intentionSection = (governance: Governance): Code => {
  const unmetClauses = unmetRequirements(governance)
  const built = governance.requirements.filter(({ source, status }) => source === 'intention' && status === 'built')
  return joinCode(
    [
      unmetClauses.length === 0
        ? undefined
        : code`## Requested, but not accounted for\n\nThe clauses of the intention were compared with the project by their words. "Not built" is certain. A clause that is "not recognized" may be built under another name, so check it. Each clause is a requirement in \`docs/test-plan.md\` that has no tests, or tests for a part of it.\n\n${joinCode(unmetClauses.map(unmetLine))}`,
      built.length === 0
        ? undefined
        : code`## Requested and built\n\n| Requirement | Clause of the intention | Met by | Tests |\n|---|---|---|---|\n${joinCode(built.map(builtLine))}`,
    ],
    '\n\n',
  )
}

const layoutSection = (design: Design, context: Context): Code => {
  const hasFunctions = design.functions.length > 0
  const platforms = joinAsSentence([
    onAws(context) && hasFunctions ? code`\`src/aws/\`` : undefined,
    onAws(context) ? code`\`infrastructure/\`` : undefined,
    onCloudflare(context) && hasFunctions ? code`\`src/cloudflare/\`` : undefined,
    onCloudflare(context) ? code`\`wrangler.jsonc\`` : undefined,
  ])
  return joinCode([
    code`- The domain logic is in ${foldersOf(design, context)}. Change it first.`,
    hasFunctions
      ? code`- \`src/handler.ts\` connects it to the ports in \`src/ports.ts\`: storage, network, time and secrets.`
      : code`- \`src/\` contains the rest of the program.`,
    design.site === undefined
      ? undefined
      : code`- \`${design.site as Code}/\` contains the static files.${onAws(context) ? code` On AWS, upload them with \`aws s3 sync ${design.site as Code} s3://BUCKET\`; the output of the stack names the bucket.` : code``}`,
    code`- Platform-specific code is only in ${platforms}.`,
    code`- \`docs/\` contains the threat model, the decisions, the test plan and the traces between them. \`test/traces.test.ts\` compares the JSON files with the tests.`,
  ])
}

export const foldersOf = (design: Design, { entities }: Context): Code => {
  const entitiesWithFolder = entities.filter(({ $kebab }) =>
    design.files.some(({ path }) => path.startsWith(`src/${$kebab}/`)),
  )
  return entitiesWithFolder.length === 0
    ? code`\`src/\``
    : joinAsSentence(entitiesWithFolder.map(({ $kebab }) => code`\`src/${$kebab}/\``))
}

export const readme = (
  input: ScaffoldInput,
  design: Design,
  context: Context,
  { governance, questions }: ReadmeFacts,
): Code => {
  const warning = patternWarning(input, governance)
  return joinCode(
    [
      code`# ${context.worker}`,
      warning === undefined ? undefined : code`**${markdownText(warning)}**`,
      joinCode([markdownText(design.summary), design.example && markdownText(design.example)], ' '),
      code`> ${markdownText(input.intention)}`,
      intentionSection(governance),
      code`## Getting started\n\n\`\`\`sh\n${startCommands(context)}\n\`\`\`\n\nNode 24 runs TypeScript directly. The project has no lock file yet: \`npm install\` writes it, and \`.github/workflows/ci.yml\` installs from it.`,
      code`## Interfaces\n\n| Kind | Path | Input | Output | Access |\n|---|---|---|---|---|\n${interfaceLines(design)}`,
      valuesSection(design, context),
      code`## Deployment\n\n${deploymentSection(design, context)}`,
      code`## Layout\n\n${layoutSection(design, context)}`,
      questions.length === 0
        ? undefined
        : code`## Open questions\n\n${joinCode(questions.map((question) => code`- ${markdownText(question)}`))}`,
    ],
    '\n\n',
  )
}
