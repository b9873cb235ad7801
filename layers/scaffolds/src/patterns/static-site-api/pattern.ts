import { code } from '../../code.ts'
import { boundary, option, testCase, threat } from '../../describe.ts'
import type { Context, Part } from '../../design.ts'
import { httpPart } from '../../parts/http/part.ts'
import { itemsPart } from '../../parts/items/part.ts'
import { recordsPart } from '../../parts/records/part.ts'
import { app, page, style } from '../../parts/site/source.ts'
import { verificationPart } from '../../parts/verification/caller-parts.ts'
import { type Pattern, requestsFile } from '../../pattern.ts'

const handler = code`
import { $entityRoutes } from './$kebab/$kebab-routes.ts'
import { reply, type Route, serve } from './http/serve.ts'
import type { Deps } from './ports.ts'

const routes: readonly Route[] = [
  ...$entityRoutes,
  { method: 'GET', path: '/health', isOpen: true, run: () => reply(200, { ok: true }) },
]

export const http = (request: Request, deps: Deps): Promise<Response> => serve(routes, request, deps)
`

const head = code`
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (path: string): string => readFileSync(new URL('../site/' + path, import.meta.url), 'utf8')
`

const service: Part = {
  summary: code`A page that shows and adds $nouns, as static files, with the API that keeps them.`,
  functions: [{ trigger: 'http', uses: ['records'], timeoutSeconds: 10 }],
  site: 'site',
  files: [
    { path: 'src/handler.ts', content: handler },
    { path: 'site/index.html', content: page },
    { path: 'site/style.css', content: style },
    { path: 'site/app.js', content: app },
    requestsFile('POST', '/v1/$kebabs', code`{ name: 'first' }`),
  ],
  interfaces: [
    {
      kind: 'http',
      method: code`GET`,
      path: code`/`,
      input: code`Nothing`,
      output: code`The page`,
      auth: code`Everybody`,
    },
  ],
  requirements: [
    { key: 'page', text: code`The page works with its own files alone, and names every field`, priority: 'P1' },
  ],
  boundaries: [
    boundary('page', code`Page in a browser`, {
      S: code`The page holds no session: whoever has the key is the caller`,
      T: [
        threat(
          'page-script',
          code`Who can add a $noun`,
          code`writes markup or a script into its name`,
          code`It runs at everybody who looks`,
          [4, 5],
          code`Names become text nodes; the policy allows scripts of the page's own files alone`,
        ),
      ],
      R: code`The API leaves a line for each request`,
      I: [
        threat(
          'page-key',
          code`Who uses the same browser later`,
          code`finds the key in storage, a cookie or an address`,
          code`It acts as that person`,
          [3, 4],
          code`The key stays in a field of the tab; nothing stores it`,
        ),
      ],
      D: code`Static files are served by the platform`,
      E: code`The page has no rights of its own`,
    }),
  ],
  suites: [
    {
      path: 'test/site.test.ts',
      head,
      cases: [
        testCase(
          'unit',
          ['page', 'page-script'],
          [
            code`the page and its program`,
            code`they are read`,
            code`nothing becomes markup, nothing comes from elsewhere`,
          ],
          code`
  const [html, program] = [read('index.html'), read('app.js')]
  assert.match(html, /default-src 'none'/)
  assert.ok(!/unsafe-(?:inline|eval)/.test(html))
  assert.ok(!/innerHTML|outerHTML|insertAdjacentHTML|document[.]write|eval/.test(program))
  assert.ok(!/(?:src|href)="(?:https?:)?[/][/]/.test(html))
  assert.ok(!/ on[a-z]+=| style=/.test(html))
`,
        ),
        testCase(
          'unit',
          ['page', 'page-key'],
          [code`the program`, code`it is read`, code`the key is stored nowhere`],
          code`
  const program = read('app.js')
  assert.ok(!/localStorage|sessionStorage|document[.]cookie|indexedDB/.test(program))
  assert.match(program, /authorization: 'Bearer '/)
`,
        ),
        testCase(
          'unit',
          ['page'],
          [code`fields of the page`, code`their labels are looked for`, code`each has one`],
          code`
  const html = read('index.html')
  const ids = [...html.matchAll(/<input id="([a-z]+)"/g)].map((match) => match[1])
  assert.ok(ids.length > 0)
  for (const id of ids) assert.ok(html.includes('<label for="' + id + '">'), id)
`,
        ),
      ],
    },
  ],
  decisions: [
    {
      title: code`Static files without a build`,
      context: code`A page with one list and one form.`,
      drivers: [code`It loads at once and breaks rarely`, code`Nothing to update each month`],
      options: [
        option(
          code`HTML, CSS and one module, as they are`,
          code`nothing is built, and the policy is strict`,
          code`larger pages want components`,
        ),
        option(code`A framework with a bundler`, code`components and types`, code`hundreds of packages for one form`),
        option(code`Pages rendered by the server`, code`works without scripts`, code`each view costs a function`),
      ],
      because: code`one form needs no more.`,
      good: [code`the policy allows nothing but own files`],
      bad: [code`at the third page a framework is worth its price`],
      confirmation: code`test/site.test.ts, and a look at 320 pixels.`,
    },
  ],
  assets: [code`$Entities of tenants`, code`Keys that people enter`],
  actors: [code`People with a key`, code`Visitors`],
  flows: [
    code`Browser to site: files over HTTPS`,
    code`Browser to API: JSON over HTTPS`,
    code`API to table: records by tenant`,
  ],
  constraints: [code`The page has no dependencies`],
}

export const staticSiteApi: Pattern = {
  version: '1.0.0',
  title: 'Static site with API',
  traits: {
    ...{ trigger: 'http', route_shape: 'resource', verification: 'api-key', dispatch: 'sync', store: 'keyvalue' },
    ...{ exposure: 'public', has_ui: 'yes', uses_model: 'no', latency: 'interactive' },
  },
  parts: (context: Context) => [
    httpPart,
    verificationPart(context, { scopes: ['read', 'write'] }),
    recordsPart(context),
    itemsPart(context, [context.entity]),
    service,
  ],
}
