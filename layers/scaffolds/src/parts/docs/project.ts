import { type Code, code, joined, json } from '../../code.ts'
import { type Context, type Design, onAws, onCloudflare, portsOf, type SourceFile } from '../../design.ts'
import type { ScaffoldInput } from '../../input.ts'
import { agents } from './agents.ts'
import { readme, type Said } from './readme.ts'

/** Versions that a scaffold pins; the judge builds every pattern with them. */
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

/** The AWS SDK is part of Lambda's runtime; here it is for types and for trying out. */
const SDK_VERSION = '3.1162.0'

const SDK = {
  records: ['client-dynamodb', 'lib-dynamodb'],
  queue: ['client-sqs'],
  objects: ['client-s3'],
  model: ['client-bedrock-runtime'],
  connections: ['client-apigatewaymanagementapi'],
  upstream: [],
} as const

const sdkOf = (design: Design): string[] => [
  ...[...portsOf(design)].flatMap((port) => SDK[port]),
  ...(design.secrets.length > 0 ? ['client-secrets-manager'] : []),
]

const devDependencies = (design: Design, context: Context): Record<string, string> => {
  const names: (keyof typeof VERSIONS)[] = ['typescript', '@types/node']
  if (onAws(context)) names.push('aws-cdk', 'aws-cdk-lib', 'cdk-nag', 'constructs')
  if (onAws(context) && design.functions.length > 0) names.push('esbuild', '@types/aws-lambda')
  if (onCloudflare(context)) names.push('wrangler')
  const pinned = [
    ...names.map((name) => [name, VERSIONS[name]] as const),
    ...(onAws(context) ? sdkOf(design).map((name) => [`@aws-sdk/${name}`, SDK_VERSION] as const) : []),
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

const tsconfig = code`
{
  "compilerOptions": {
    "target": "es2024",
    "lib": ["es2024", "esnext.iterator"],
    "module": "nodenext",
    "types": ["node"],
    "strict": true,
    "noUncheckedIndexedAccess": true,
    "noImplicitOverride": true,
    "noFallthroughCasesInSwitch": true,
    "noUnusedLocals": true,
    "noUnusedParameters": true,
    "verbatimModuleSyntax": true,
    "erasableSyntaxOnly": true,
    "allowImportingTsExtensions": true,
    "skipLibCheck": true,
    "noEmit": true
  },
  "include": ["src", "test", "infrastructure"]
}
`

const ci = (context: Context): Code => code`
name: ci
on:
  push:
    branches: [main]
  pull_request:
  schedule:
    - cron: '17 4 * * 1'
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-24.04
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@1af3b93b6815bc44a9784bd300feb67ff0d1eeb3 # v6.0.0
        with:
          persist-credentials: false
      - uses: actions/setup-node@2028fbc5c25fe9cf00d9f06a71cc4710d4507903 # v6.0.0
        with:
          node-version: 24
      - run: npm test
      - run: npm ci --ignore-scripts --no-audit --no-fund # from package-lock.json, which the first npm install writes
      - run: npm run typecheck
${joined([
  onAws(context) ? code`      - run: npm run synth` : undefined,
  onCloudflare(context) ? code`      - run: npm run check:cloudflare` : undefined,
])}
`

/** Everything of a project that is neither source, test nor governance. */
export const projectFiles = (input: ScaffoldInput, design: Design, context: Context, said: Said): SourceFile[] => [
  { path: 'package.json', content: packageJson(design, context) },
  { path: 'tsconfig.json', content: tsconfig },
  { path: '.gitignore', content: code`node_modules/\ndist/\ncdk.out/\n.wrangler/\n.dev.vars` },
  { path: '.github/workflows/ci.yml', content: ci(context) },
  { path: 'README.md', content: readme(input, design, context, said) },
  { path: 'AGENTS.md', content: agents(design, context) },
]
