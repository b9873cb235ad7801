import type { Judge } from './judge.ts'

/** The code of all domains. */
const FUNCTIONS = /^lambdas\//
const CONTRACTS = /^lambdas\/[^/]+\/contract\//
const LAYERS = (...names: readonly string[]): RegExp => new RegExp(`^layers/(?:${names.join('|')})/`)
const DOMAINS = (...names: readonly string[]): RegExp => new RegExp(`^lambdas/(?:${names.join('|')})/`)
const JUDGE = (pattern: string): RegExp => new RegExp(`^test/judges/(?:${pattern})`)
const SUPPORT = (pattern: string): RegExp => new RegExp(`^test/support/(?:${pattern})`)
const FIXTURES = (...names: readonly string[]): RegExp => new RegExp(`^test/fixtures/(?:${names.join('|')})/`)

/** The installation of Chromium. */
const CHROMIUM = JUDGE('chromium|install-packages')
/** A contract with every construct, from which judges generate documents. */
const RICH_CONTRACT = /^test\/unit\/contract-tools\/fixtures\/rich-contract\.ts$/

/** Judges that check parts of the product. */
export const OTHERS: readonly Judge[] = [
  {
    name: 'bundles',
    covers: 'size and contents of every bundle',
    run: 'LONG=1 npx vitest run --project unit test/architecture/bundles.test.ts',
    concerns: [
      /^(?:console|lambdas|layers|test\/architecture)\//,
      SUPPORT('(?:scale|source-files)\\.ts'),
      /^vitest\.config\.ts$/,
    ],
    memoryGb: 2,
    cores: 2,
  },
  {
    name: 'drills',
    covers: 'the scaled tests of npm test, at full size',
    run: 'test/judges/drills.sh',
    concerns: [
      FUNCTIONS,
      /^(?:layers|lib)\//,
      /^test\/(?:unit|api|infra|architecture|support|fixtures)\//,
      /^vitest\.config\.ts$/,
      JUDGE('drills'),
    ],
    memoryGb: 4,
    cores: 2,
  },
  {
    name: 'synth',
    covers: 'npx cdk synth with cdk-nag and the native layer',
    run: 'test/judges/synth.sh',
    concerns: [CONTRACTS, /^lib\//, /^bin\/platform\.ts$/, LAYERS('imaging'), JUDGE('synth')],
    needs: ['bundles'],
    memoryGb: 2,
  },
  {
    name: 'templates',
    covers: 'cfn-lint on every template',
    run: '"$WORK/venv/bin/cfn-lint" --config-file test/judges/cfnlint.yaml -- "$WORK"/cdk.out/*.template.json "$WORK"/cdk.prod/*.template.json',
    concerns: [CONTRACTS, /^lib\//, JUDGE('cfnlint')],
    needs: ['python tools'],
    after: ['synth'],
  },
  {
    name: 'openapi',
    covers: 'redocly strict and spectral:oas on every document',
    run: 'test/judges/openapi.sh',
    concerns: [CONTRACTS, JUDGE('openapi|redocly|\\.spectral|write-documents')],
    needs: ['node tools'],
  },
  {
    name: 'events',
    covers: 'AsyncAPI parser and CloudEvents SDK on every event',
    run: 'node test/judges/event-documents.ts',
    concerns: [CONTRACTS, JUDGE('event-documents'), SUPPORT('sample-contract'), RICH_CONTRACT],
    needs: ['node tools'],
  },
  {
    name: 'mutations',
    covers: '21 faults injected into documents: the gate detects each',
    run: 'node test/judges/mutation-matrix.ts',
    concerns: [LAYERS('contract-tools'), JUDGE('mutation-matrix|document-'), RICH_CONTRACT],
    needs: ['node tools'],
  },
  {
    name: 'prism',
    covers: 'generated clients and handlers: TypeScript 5.9, Prism',
    run: 'node test/judges/typescript-5.ts && node test/judges/prism.ts',
    concerns: [
      CONTRACTS,
      LAYERS('contract-tools'),
      JUDGE('prism|typescript-5|generated-sources'),
      SUPPORT('many-contracts|sample-|ticket-'),
    ],
    needs: ['node tools'],
  },
  {
    name: 'packages',
    covers: 'libraries packed, installed, used on Node 20, 22 and 24',
    run: 'node test/judges/packages.ts',
    concerns: [
      LAYERS('contract-tools', 'flags', 'receipts', 'evidence', 'scaffolds'),
      LAYERS('command-line'),
      /^bin\/pack-libraries\.ts$/,
      JUDGE('package'),
      FIXTURES('receipts', 'readings'),
    ],
    needs: ['node tools'],
    memoryGb: 2,
  },
  {
    name: 'flags',
    covers: 'vendors’ engines, external vectors, OpenFeature over HTTP',
    run: 'test/judges/flags.sh',
    concerns: [
      DOMAINS('flags'),
      LAYERS('flags'),
      JUDGE('flag|ofrep|openfeature|gherkin'),
      /^test\/bench\//,
      /^test\/unit\/flag-importers\/vendor-exports\.ts$/,
    ],
    needs: ['node tools', 'rivals', 'bundles'],
    memoryGb: 2,
  },
  {
    name: 'agents',
    covers: 'MCP and OAuth: conformance suites, strict inspector',
    run: 'node test/judges/agents-conformance.ts && node test/judges/agents-inspector.ts && node test/judges/authorization.ts',
    concerns: [
      DOMAINS('image-mcp', 'agent-gateway', 'agent-grants', 'runtime'),
      LAYERS('mcp', 'identity'),
      JUDGE('agents-|authorization|conformance|fixture-bound|key-proxy'),
      FIXTURES('mcp-conformance'),
    ],
    needs: ['node tools', 'bundles'],
    memoryGb: 2,
  },
  {
    name: 'otel',
    covers: 'OpenTelemetry SDKs of Node, Python and Go: exact round trip',
    run: 'node test/judges/otel.ts "$WORK/venv/bin/python"',
    concerns: [DOMAINS('observe'), LAYERS('telemetry'), JUDGE('otel')],
    needs: ['node tools', 'python tools', 'bundles'],
    memoryGb: 2,
  },
  {
    name: 'receipts',
    covers: 'a receipt checked by openssl, npx, Sigstore and a browser',
    run: 'test/judges/receipts.sh',
    concerns: [
      DOMAINS('receipts', 'images/receipt', 'witness'),
      LAYERS('receipts'),
      JUDGE('receipts|console/control'),
      CHROMIUM,
      /^docs\/receipts\.md$/,
    ],
    needs: ['node tools', 'chromium', 'bundles'],
    memoryGb: 2,
  },
  {
    name: 'vectors',
    covers: 'JSON, Ed25519 and Merkle proofs: external vectors',
    run: 'test/judges/receipt-vectors.sh',
    concerns: [LAYERS('receipts'), JUDGE('receipt-vectors')],
  },
  {
    name: 'oscal',
    covers: 'trust pages in OSCAL, parsed by models of NIST’s schema',
    run: 'node test/judges/oscal.ts "$WORK/venv/bin/python"',
    concerns: [
      DOMAINS('trust', 'posture'),
      LAYERS('posture'),
      JUDGE('oscal'),
      /^test\/unit\/(?:posture\/world|trust\/full-page)\.ts$/,
    ],
    needs: ['python tools'],
  },
  {
    name: 'scaffolds',
    covers: 'a project of each pattern: types, tests, CDK, workerd',
    run: 'node test/judges/scaffolds.ts',
    concerns: [
      LAYERS('scaffolds', 'readings'),
      DOMAINS('flows'),
      JUDGE('scaffold'),
      /^test\/unit\/scaffolds\/cards\.ts$/,
    ],
    needs: ['node tools'],
    memoryGb: 3,
    cores: 2,
  },
  {
    name: 'payments',
    covers: 'stripe-mock accepts every call that billing makes',
    run: 'GOBIN="$WORK/go" GOFLAGS=-modcacherw go install github.com/stripe/stripe-mock@v0.203.0 && node test/judges/stripe-mock.ts "$WORK/go/stripe-mock"',
    concerns: [DOMAINS('billing'), /^lib\/local\/stripe\//, JUDGE('stripe-mock')],
  },
  {
    name: 'cli',
    covers: 'the command lines, started by Node 18.3',
    run: 'npm install --prefix "$WORK/node18" --no-audit --no-fund node@18.3.0 && for area in images archive runtime evidence replay verify; do "$WORK/node18/node_modules/.bin/node" bin/signet.mjs $area --help || exit 1; done',
    concerns: [/^bin\/(?:signet\.|(?:command-line|images|archive|runtime)\/)/, LAYERS('command-line')],
  },
  {
    name: 'dynamo',
    covers: 'the embedded DynamoDB against DynamoDB Local and MiniStack',
    run: 'test/judges/dynamo-differential.sh "$WORK/venv" "$WORK/dynamodb"',
    concerns: [/^lib\/local\/aws\/dynamo\//, JUDGE('dynamo|install-packages')],
    needs: ['python tools'],
    memoryGb: 2,
  },
  {
    name: 'domain',
    covers: 'docs/domains.md: a new domain is added, served, called',
    run: 'node test/judges/new-domain.ts',
    concerns: [/^docs\/domains\.md$/, /^lib\/(?:services\.ts|local\/)/, JUDGE('new-domain')],
    memoryGb: 2,
  },
  {
    name: 'collection',
    covers: 'the archive’s index in a real OpenSearch, strict proxy',
    run: 'test/judges/archive-opensearch.sh "$WORK/opensearch"',
    concerns: [
      DOMAINS('archive', 'notebooks'),
      LAYERS('search'),
      JUDGE('archive-opensearch|strict-collection|install-packages'),
      SUPPORT('(?:index-contract|semantic-contract|table-world)\\.ts'),
      /^vitest\.opensearch\.config\.ts$/,
    ],
    memoryGb: 4,
  },
  {
    name: 'fuzzing',
    covers: 'schemathesis: coverage, fuzzing, links; no 5xx',
    run: 'node test/judges/api-fuzzing.ts "$WORK/venv/bin/schemathesis"',
    concerns: [FUNCTIONS, JUDGE('api-fuzzing|fuzzing_hooks|schemathesis'), SUPPORT('run-aside')],
    needs: ['python tools', 'bundles'],
    memoryGb: 3,
  },
  {
    name: 'emulator',
    covers: 'API tests on a deployment in an emulator',
    run: 'MINISTACK="$WORK/venv/bin/ministack" test/judges/emulator.sh',
    concerns: [
      FUNCTIONS,
      /^lib\//,
      /^bin\/(?:build|deploy|smoke)/,
      /^test\/(?:api|support|fixtures)\//,
      JUDGE('emulator|ministack'),
      /^vitest\.emulator\.config\.ts$/,
    ],
    needs: ['python tools', 'bundles'],
    memoryGb: 4,
  },
  {
    name: 'restore',
    covers: 'a restored table is served after a table was lost',
    run: 'node test/judges/restore.ts',
    concerns: [/^lib\/(?:stacks|constructs|local)\//, /^docs\/restore\.md$/, JUDGE('restore')],
    needs: ['bundles'],
    memoryGb: 2,
  },
  {
    name: 'upgrade',
    covers: 'an upgrade from an earlier commit retains its data',
    run: 'MINISTACK="$WORK/venv/bin/ministack" test/judges/upgrade.sh',
    concerns: [/^lib\/(?:stacks|constructs|domains)\//, DOMAINS('images'), JUDGE('upgrade|ministack')],
    needs: ['python tools', 'bundles'],
    memoryGb: 3,
  },
  {
    name: 'browser',
    covers: 'pages in Chromium: axe, clean console, no external request',
    run: 'test/judges/browser.sh',
    concerns: [
      /^console\//,
      CONTRACTS,
      LAYERS('http-client', 'ui'),
      JUDGE('browser|console/|consent-page'),
      CHROMIUM,
      SUPPORT('(?:archive-talk|ingest-receiver|receiver)\\.ts'),
    ],
    needs: ['node tools', 'chromium', 'bundles'],
    memoryGb: 4,
    cores: 1.5,
  },
  {
    name: 'speed',
    covers: 'console speed on a phone, and with long lists',
    run: 'test/judges/browser.sh --only console-speed',
    concerns: [
      /^console\//,
      LAYERS('http-client', 'ui'),
      JUDGE('browser|console/(?:speed|vitals|long-lists)'),
      CHROMIUM,
    ],
    needs: ['node tools', 'chromium', 'bundles'],
    isAlone: true,
  },
]
