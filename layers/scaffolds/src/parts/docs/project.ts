import { type Code, code, joinCode, json } from '../../code.ts'
import { type Context, type Design, onAws, onCloudflare, portsOf, type SourceFile } from '../../design.ts'
import type { ScaffoldInput } from '../../input.ts'
import { templates } from '../../templates/templates.ts'
import { foldersOf, type ReadmeFacts, readme } from './readme.ts'

/** Imports of modules without effects: errors and the fencing of prompts. */
const PURE_IMPORTS = /^\.\.\/(?:queue\/queue|http\/problem|model\/model)\.ts$/

const EFFECT_CODE =
  /\bDeps\b|\bfetch\(|\basync\b|\bawait\b|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\brandom(?:UUID|Bytes)\b|\bprocess\./

const importsOf = (content: string): string[] =>
  [...content.matchAll(/^import (?!type )[^']*'([^']+)'$/gm)].map(([, from = '']) => from)

const isPure = ({ path, content }: SourceFile, files: readonly SourceFile[]): boolean =>
  !EFFECT_CODE.test(content) &&
  importsOf(content).every((from) => {
    if (!from.startsWith('./')) return PURE_IMPORTS.test(from)
    const sibling = files.find((file) => file.path === path.replace(/[^/]*$/, from.slice(2)))
    return sibling !== undefined && isPure(sibling, files)
  })

/** Checks for effects that the pattern cannot implement. Each throws until the customer implements it. */
const isNotImplemented = ({ content }: SourceFile): boolean => /\bclass NotImplemented\b/.test(content)

const codeList = (paths: readonly string[]): Code =>
  joinCode(
    paths.map((path) => code`\`${path as Code}\``),
    ', ',
  )

/** Lists the entity files that are pure, those with dependencies, and those not implemented yet. */
const fileGroupsOf = (design: Design, context: Context): Code => {
  const folders = context.entities.map(({ $kebab }) => `src/${$kebab}/`)
  const files = design.files.filter(({ path }) => folders.some((folder) => path.startsWith(folder)))
  const notImplemented = files.filter(isNotImplemented)
  const pure = files.filter((file) => !isNotImplemented(file) && isPure(file, design.files))
  const withDependencies = files.filter((file) => !notImplemented.includes(file) && !pure.includes(file))
  const line = (label: Code, group: readonly SourceFile[], note: Code): Code | undefined =>
    group.length === 0 ? undefined : code`- ${label}: ${codeList(group.map(({ path }) => path))}.${note}`
  return joinCode([
    line(code`Pure functions, without time, randomness, network or storage`, pure, code` Keep them pure.`),
    line(code`Functions that receive their dependencies as arguments`, withDependencies, code``),
    line(code`Effects that are not implemented yet`, notImplemented, code` Each throws until it is implemented.`),
  ])
}

const checksOf = (context: Context): Code =>
  joinCode(
    [
      code`\`npm test\``,
      code`\`npm run typecheck\``,
      onAws(context) ? code`\`npm run synth\`` : undefined,
      onCloudflare(context) ? code`\`npm run check:cloudflare\`` : undefined,
    ],
    ', ',
  )

/** Pinned versions of tools. The judge builds every pattern with them. */
const VERSIONS = {
  typescript: '7.0.2',
  '@types/node': '24.19.2',
  '@types/aws-lambda': '8.10.164',
  'aws-cdk': '2.1148.1',
  'aws-cdk-lib': '2.276.0',
  'cdk-nag': '3.0.2',
  constructs: '10.8.1',
  esbuild: '0.28.2',
  wrangler: '4.164.0',
} as const

/** The Lambda runtime contains the AWS SDK. The dependency is for types and local runs. */
const SDK_VERSION = '3.1162.0'

const SDK_CLIENTS = {
  records: ['client-dynamodb', 'lib-dynamodb'],
  queue: ['client-sqs'],
  objects: ['client-s3'],
  model: ['client-bedrock-runtime'],
  connections: ['client-apigatewaymanagementapi'],
  upstream: [],
} as const

const sdkClientsOf = (design: Design): string[] => [
  ...[...portsOf(design)].flatMap((port) => SDK_CLIENTS[port]),
  ...(design.secrets.length > 0 ? ['client-secrets-manager'] : []),
]

const devDependencies = (design: Design, context: Context): Record<string, string> => {
  const names: (keyof typeof VERSIONS)[] = ['typescript', '@types/node']
  if (onAws(context)) names.push('aws-cdk', 'aws-cdk-lib', 'cdk-nag', 'constructs')
  if (onAws(context) && design.functions.length > 0) names.push('esbuild', '@types/aws-lambda')
  if (onCloudflare(context)) names.push('wrangler')
  const pinned = [
    ...names.map((name) => [name, VERSIONS[name]] as const),
    ...(onAws(context) ? sdkClientsOf(design).map((name) => [`@aws-sdk/${name}`, SDK_VERSION] as const) : []),
  ]
  return Object.fromEntries(pinned.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const scripts = (design: Design, context: Context): Record<string, string> => {
  const hasFunctions = design.functions.length > 0
  const bundle =
    'esbuild src/aws/main.ts --bundle --platform=node --target=node24 --format=esm --external:@aws-sdk/* --sourcemap --outfile=dist/main.mjs'
  return {
    test: 'node --test "test/**/*.test.ts"',
    typecheck: 'tsc',
    ...(onAws(context) && hasFunctions ? { build: bundle } : {}),
    ...(onAws(context)
      ? {
          synth: hasFunctions
            ? 'npm run build && cdk synth --quiet && node --test infrastructure/installed.test.ts'
            : 'cdk synth --quiet',
          'deploy:aws': hasFunctions ? 'npm run build && cdk deploy' : 'cdk deploy',
        }
      : {}),
    ...(onCloudflare(context)
      ? {
          'check:cloudflare': 'wrangler deploy --dry-run',
          'deploy:cloudflare': portsOf(design).has('records')
            ? 'wrangler d1 migrations apply DB --remote && wrangler deploy'
            : 'wrangler deploy',
        }
      : {}),
  }
}

const packageJson = (design: Design, context: Context): Code =>
  code`${json({
    name: context.worker,
    version: '0.1.0',
    private: true,
    description: design.summary,
    type: 'module',
    engines: { node: '>=24' },
    ...(context.pattern === 'cli-tool' ? { bin: { [context.worker]: 'src/cli.ts' } } : {}),
    scripts: scripts(design, context),
    devDependencies: devDependencies(design, context),
  })}`

/** Files of a project that are neither source, test nor governance. */
export const projectFiles = (
  input: ScaffoldInput,
  design: Design,
  context: Context,
  facts: ReadmeFacts,
): SourceFile[] => [
  { path: 'package.json', content: packageJson(design, context) },
  { path: 'README.md', content: readme(input, design, context, facts) },
  ...templates('shared/project', {
    flags: { aws: onAws(context), cloudflare: onCloudflare(context) },
    values: {
      checks: checksOf(context),
      folders: foldersOf(design, context),
      rules: fileGroupsOf(design, context),
    },
  }).files,
]
