import { code } from '../../code.ts'
import { boundary, option, threat } from '../../describe.ts'
import type { Context, Part } from '../../design.ts'
import { httpEntry } from '../../parts/http/part.ts'
import { acceptedPost } from '../../parts/http/requests.ts'
import { itemsPart } from '../../parts/items/part.ts'
import { recordsPart } from '../../parts/records/part.ts'
import { verificationPart } from '../../parts/verification/caller-parts.ts'
import type { Pattern } from '../../pattern.ts'
import { templates } from '../../templates/templates.ts'

const service: Part = {
  summary: code`A page that shows and adds $nouns, as static files, with the API that keeps them.`,
  functions: [{ trigger: 'http', uses: ['records'], timeoutSeconds: 10 }],
  site: 'site',
  rendered: () => [templates('static-site-api'), acceptedPost(code`/v1/$kebabs`, code`{ name: 'first' }`)],
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
      S: code`The page has no session: the holder of the key is the caller`,
      T: [
        threat(
          'page-script',
          code`A caller who can add a $noun`,
          code`writes markup or a script into its name`,
          code`It runs in the browser of every visitor`,
          [4, 5],
          code`Names become text nodes; the policy allows scripts of the page's own files alone`,
        ),
      ],
      R: code`The API leaves a line for each request`,
      I: [
        threat(
          'page-key',
          code`A later user of the same browser`,
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
  version: '1.1.0',
  title: 'Static site with API',
  traits: {
    trigger: 'http',
    route_shape: 'resource',
    verification: 'api-key',
    dispatch: 'sync',
    store: 'keyvalue',
    exposure: 'public',
    has_ui: 'yes',
    uses_model: 'no',
    latency: 'interactive',
  },
  parts: (context: Context) => [
    httpEntry,
    verificationPart(context, { scopes: ['read', 'write'] }),
    recordsPart(context),
    itemsPart(context, [context.entity]),
    service,
  ],
}
