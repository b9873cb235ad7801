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
  summary: code`A static web page that lists and adds $nouns, with the API that stores them.`,
  functions: [{ trigger: 'http', uses: ['records'], timeoutSeconds: 10 }],
  site: 'site',
  render: () => [templates('static-site-api'), acceptedPost(code`/v1/$kebabs`, code`{ name: 'first' }`)],
  interfaces: [
    {
      kind: 'http',
      method: code`GET`,
      path: code`/`,
      input: code`None`,
      output: code`The page`,
      auth: code`Any client`,
    },
  ],
  requirements: [
    { key: 'page', text: code`The page only loads its own files, and labels every field`, priority: 'P1' },
  ],
  boundaries: [
    boundary('page', code`Page in a browser`, {
      S: code`The page has no session: a user who enters a key is the caller`,
      T: [
        threat(
          'page-script',
          code`A caller who can add a $noun`,
          code`writes markup or a script into its name`,
          code`The script runs in the browser of every visitor`,
          [4, 5],
          code`Names become text nodes; the content security policy only allows the page's own scripts`,
        ),
      ],
      R: code`The API logs each request`,
      I: [
        threat(
          'page-key',
          code`A later user of the same browser`,
          code`finds the key in storage, a cookie or an address`,
          code`That user acts as the owner of the key`,
          [3, 4],
          code`The key is only in a form field and is never stored`,
        ),
      ],
      D: code`The platform serves static files`,
      E: code`The page has no rights beyond those of the key`,
    }),
  ],

  decisions: [
    {
      title: code`Static files without a build`,
      context: code`The page has one list and one form.`,
      drivers: [code`It loads fast and rarely breaks`, code`There are no dependencies to update`],
      options: [
        option(
          code`HTML, CSS and one module, without a build`,
          code`nothing is built, and the content security policy is strict`,
          code`larger pages need components`,
        ),
        option(
          code`A framework with a bundler`,
          code`it has components and types`,
          code`it adds hundreds of packages for one form`,
        ),
        option(code`Pages rendered by the server`, code`pages work without scripts`, code`each view runs a function`),
      ],
      because: code`one form needs no framework.`,
      good: [code`the content security policy only allows the page's own files`],
      bad: [code`with several pages, a framework is worth its cost`],
      confirmation: code`test/site.test.ts, and a manual check at a width of 320 pixels.`,
    },
  ],
  assets: [code`$Entities of tenants`, code`Keys that users enter`],
  actors: [code`Users with a key`, code`Visitors`],
  flows: [
    code`Browser to site: files over HTTPS`,
    code`Browser to API: JSON over HTTPS`,
    code`API to table: records by tenant`,
  ],
  constraints: [code`The page has no dependencies`],
}

export const staticSiteApi: Pattern = {
  version: '1.2.0',
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
