import type { Judge } from './judge.ts'

/** The code of all domains. */
const FUNCTIONS = /^lambdas\//
const CONTRACTS = /^lambdas\/[^/]+\/contract\//
const inLayers = (...names: readonly string[]): RegExp => new RegExp(`^layers/(?:${names.join('|')})/`)
const inDomains = (...names: readonly string[]): RegExp => new RegExp(`^lambdas/(?:${names.join('|')})/`)
const judgeFiles = (pattern: string): RegExp => new RegExp(`^test/judges/(?:${pattern})`)
const supportFiles = (pattern: string): RegExp => new RegExp(`^test/support/(?:${pattern})`)
const inFixtures = (...names: readonly string[]): RegExp => new RegExp(`^test/fixtures/(?:${names.join('|')})/`)

/** The installation of Chromium. */
const CHROMIUM = judgeFiles('chromium|install-packages')
/** A contract with every construct, from which judges generate documents. */
const RICH_CONTRACT = /^test\/unit\/contract-tools\/fixtures\/rich-contract\.ts$/

/** Judges that check parts of the product. */
export const PRODUCT_JUDGES: readonly Judge[] = [
  {
    name: 'bundles',
    covers: 'size and contents of every bundle',
    run: 'LONG=1 npx vitest run --project unit test/architecture/bundles.test.ts',
    concerns: [
      /^(?:console|lambdas|layers|test\/architecture)\//,
      supportFiles('(?:scale|source-files)\\.ts'),
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
      judgeFiles('drills'),
    ],
    memoryGb: 4,
    cores: 2,
  },
  {
    name: 'synth',
    covers: 'npx cdk synth with cdk-nag and the native layer',
    run: 'test/judges/synth.sh',
    concerns: [CONTRACTS, /^lib\//, /^bin\/platform\.ts$/, inLayers('imaging'), judgeFiles('synth')],
    needs: ['bundles'],
    memoryGb: 2,
  },
  {
    name: 'templates',
    covers: 'cfn-lint on every template',
    run: '"$WORK/venv/bin/cfn-lint" --config-file test/judges/cfnlint.yaml -- "$WORK"/cdk.out/*.template.json "$WORK"/cdk.prod/*.template.json',
    concerns: [CONTRACTS, /^lib\//, judgeFiles('cfnlint')],
    needs: ['python tools'],
    after: ['synth'],
  },
  {
    name: 'openapi',
    covers: 'redocly strict and spectral:oas on every document',
    run: 'test/judges/openapi.sh',
    concerns: [CONTRACTS, judgeFiles('openapi|redocly|\\.spectral|write-documents')],
    needs: ['node tools'],
  },
  {
    name: 'events',
    covers: 'AsyncAPI parser and CloudEvents SDK on every event',
    run: 'node test/judges/event-documents.ts',
    concerns: [CONTRACTS, judgeFiles('event-documents'), supportFiles('sample-contract'), RICH_CONTRACT],
    needs: ['node tools'],
  },
  {
    name: 'mutations',
    covers: '21 faults injected into documents: the gate detects each',
    run: 'node test/judges/mutation-matrix.ts',
    concerns: [inLayers('contract-tools'), judgeFiles('mutation-matrix|document-'), RICH_CONTRACT],
    needs: ['node tools'],
  },
  {
    name: 'prism',
    covers: 'generated clients and handlers: TypeScript 5.9, Prism',
    run: 'node test/judges/typescript-5.ts && node test/judges/prism.ts',
    concerns: [
      CONTRACTS,
      inLayers('contract-tools'),
      judgeFiles('prism|typescript-5|generated-sources'),
      supportFiles('many-contracts|sample-|ticket-'),
    ],
    needs: ['node tools'],
  },
  {
    name: 'packages',
    covers: 'libraries packed, installed, used on Node 20, 22 and 24',
    run: 'node test/judges/packages.ts',
    concerns: [
      inLayers('contract-tools', 'flags', 'receipts', 'evidence', 'scaffolds'),
      inLayers('command-line'),
      /^bin\/pack-libraries\.ts$/,
      judgeFiles('package'),
      inFixtures('receipts', 'readings'),
    ],
    needs: ['node tools'],
    memoryGb: 2,
  },
  {
    name: 'flags',
    covers: 'vendors’ engines, external vectors, OpenFeature over HTTP',
    run: 'test/judges/flags.sh',
    concerns: [
      inDomains('flags'),
      inLayers('flags'),
      judgeFiles('flag|ofrep|openfeature|gherkin'),
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
      inDomains('image-mcp', 'agent-gateway', 'agent-grants', 'runtime'),
      inLayers('mcp', 'identity'),
      judgeFiles('agents-|authorization|conformance|fixture-bound|key-proxy'),
      inFixtures('mcp-conformance'),
    ],
    needs: ['node tools', 'bundles'],
    memoryGb: 2,
  },
  {
    name: 'otel',
    covers: 'OpenTelemetry SDKs of Node, Python and Go: exact round trip',
    run: 'node test/judges/otel.ts "$WORK/venv/bin/python"',
    concerns: [inDomains('observe'), inLayers('telemetry'), judgeFiles('otel')],
    needs: ['node tools', 'python tools', 'bundles'],
    memoryGb: 2,
  },
  {
    name: 'receipts',
    covers: 'a receipt checked by openssl, npx, Sigstore and a browser',
    run: 'test/judges/receipts.sh',
    concerns: [
      inDomains('receipts', 'images/receipt', 'witness'),
      inLayers('receipts'),
      judgeFiles('receipts|console/control'),
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
    concerns: [inLayers('receipts'), judgeFiles('receipt-vectors')],
  },
  {
    name: 'oscal',
    covers: 'trust pages in OSCAL, parsed by models of NIST’s schema',
    run: 'node test/judges/oscal.ts "$WORK/venv/bin/python"',
    concerns: [
      inDomains('trust', 'posture'),
      inLayers('posture'),
      judgeFiles('oscal'),
      /^test\/unit\/(?:posture\/world|trust\/full-page)\.ts$/,
    ],
    needs: ['python tools'],
  },
  {
    name: 'scaffolds',
    covers: 'a project of each pattern: types, tests, CDK, workerd',
    run: 'node test/judges/scaffolds.ts',
    concerns: [
      inLayers('scaffolds', 'readings'),
      inDomains('flows'),
      judgeFiles('scaffold'),
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
    concerns: [inDomains('billing'), /^lib\/local\/stripe\//, judgeFiles('stripe-mock')],
  },
  {
    name: 'cli',
    covers: 'the command lines, started by Node 18.3',
    run: 'npm install --prefix "$WORK/node18" --no-audit --no-fund node@18.3.0 && for area in images archive runtime evidence replay verify; do "$WORK/node18/node_modules/.bin/node" bin/signet.mjs $area --help || exit 1; done',
    concerns: [/^bin\/(?:signet\.|(?:command-line|images|archive|runtime)\/)/, inLayers('command-line')],
  },
  {
    name: 'dynamo',
    covers: 'the embedded DynamoDB against DynamoDB Local and MiniStack',
    run: 'test/judges/dynamo-differential.sh "$WORK/venv" "$WORK/dynamodb"',
    concerns: [/^lib\/local\/aws\/dynamo\//, judgeFiles('dynamo|install-packages')],
    needs: ['python tools'],
    memoryGb: 2,
  },
  {
    name: 'domain',
    covers: 'docs/domains.md: a new domain is added, served, called',
    run: 'node test/judges/new-domain.ts',
    concerns: [/^docs\/domains\.md$/, /^lib\/(?:services\.ts|local\/)/, judgeFiles('new-domain')],
    memoryGb: 2,
  },
  {
    name: 'collection',
    covers: 'the archive’s index in a real OpenSearch, strict proxy',
    run: 'test/judges/archive-opensearch.sh "$WORK/opensearch"',
    concerns: [
      inDomains('archive', 'notebooks'),
      inLayers('search'),
      judgeFiles('archive-opensearch|strict-collection|install-packages'),
      supportFiles('(?:index-contract|semantic-contract|table-world)\\.ts'),
      /^vitest\.opensearch\.config\.ts$/,
    ],
    memoryGb: 4,
  },
  {
    name: 'fuzzing',
    covers: 'schemathesis: coverage, fuzzing, links; no 5xx',
    run: 'node test/judges/api-fuzzing.ts "$WORK/venv/bin/schemathesis"',
    concerns: [FUNCTIONS, judgeFiles('api-fuzzing|fuzzing_hooks|schemathesis'), supportFiles('run-aside')],
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
      judgeFiles('emulator|ministack'),
      /^vitest\.emulator\.config\.ts$/,
    ],
    needs: ['python tools', 'bundles'],
    memoryGb: 4,
  },
  {
    name: 'restore',
    covers: 'a restored table is served after a table was lost',
    run: 'node test/judges/restore.ts',
    concerns: [/^lib\/(?:stacks|constructs|local)\//, /^docs\/restore\.md$/, judgeFiles('restore')],
    needs: ['bundles'],
    memoryGb: 2,
  },
  {
    name: 'upgrade',
    covers: 'an upgrade from an earlier commit retains its data',
    run: 'MINISTACK="$WORK/venv/bin/ministack" test/judges/upgrade.sh',
    concerns: [/^lib\/(?:stacks|constructs|domains)\//, inDomains('images'), judgeFiles('upgrade|ministack')],
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
      inLayers('http-client', 'ui'),
      judgeFiles('browser|console/|consent-page'),
      CHROMIUM,
      supportFiles('(?:archive-talk|ingest-receiver|receiver)\\.ts'),
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
      inLayers('http-client', 'ui'),
      judgeFiles('browser|console/(?:speed|vitals|long-lists)'),
      CHROMIUM,
    ],
    needs: ['node tools', 'chromium', 'bundles'],
    isAlone: true,
  },
]
