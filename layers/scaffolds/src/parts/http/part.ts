import { code } from '../../code.ts'
import { type Design, hasTrigger, type Part, type ThreatDraft } from '../../design.ts'
import { templates } from '../../templates/templates.ts'

const endlessBody: ThreatDraft = {
  key: 'http-flood',
  source: code`Any client that knows the URL`,
  prerequisites: code`None`,
  action: code`sends endless bodies`,
  impact: code`Memory, time and money are exhausted; other callers wait`,
  likelihood: 4,
  impactScore: 3,
  mitigation: code`Reading stops at 65,536 bytes, whatever Content-Length says`,
  cardIds: ['stride-unbounded-work'],
}

const errorLeak: ThreatDraft = {
  key: 'http-leak',
  source: code`A caller`,
  prerequisites: code`A request that causes an internal error`,
  action: code`reads table names, paths or other callers' data in an error`,
  impact: code`The details help with further attacks`,
  likelihood: 3,
  impactScore: 3,
  mitigation: code`Internal errors return one fixed sentence with a request ID; details are only in the log`,
}

const disputedRequest: ThreatDraft = {
  key: 'http-denied',
  source: code`A caller`,
  prerequisites: code`A dispute about a request`,
  action: code`denies a request, or disputes its content`,
  impact: code`The facts cannot be reconstructed`,
  likelihood: 2,
  impactScore: 3,
  mitigation: code`One log line per request with ID, caller, route, status and time, never with the body`,
}

const malformedBody: ThreatDraft = {
  key: 'http-malformed',
  source: code`A caller`,
  prerequisites: code`None`,
  action: code`sends a body that is not UTF-8, not JSON, or not an object`,
  impact: code`A partially parsed value is stored or forwarded`,
  likelihood: 4,
  impactScore: 2,
  mitigation: code`Bodies are validated strictly before any other work; the error names the broken rule`,
}

/**
 * The HTTP entry: body limits, routing, errors and one log line per request. The pattern supplies
 * `test/support/requests.ts`.
 */
export const httpEntry: Part = {
  requirements: [
    { key: 'http-refusals', text: code`A refused request gets a status, a code and the broken rule`, priority: 'P1' },
    {
      key: 'http-trace',
      text: code`Each request is logged in one line with a request ID and without its body`,
      priority: 'P1',
    },
  ],
  boundaries: [
    {
      key: 'http',
      name: code`Caller to HTTP entry`,
      cells: {
        S: code`The HTTP entry does not verify callers`,
        T: [],
        R: [disputedRequest],
        I: [errorLeak],
        D: [endlessBody],
        E: code`Rights are checked after the caller is verified`,
      },
    },
  ],
}

const importsName = ({ files, suites }: Pick<Design, 'files' | 'suites'>, name: string): boolean => {
  const importPattern = new RegExp(`^import \\{[^}]*\\b${name}\\b[^}]*\\} from`, 'm')
  return files.some(({ content }) => importPattern.test(content)) || suites.some(({ head }) => importPattern.test(head))
}

/** Renders the files and tests of the HTTP entry that the routes of a design use. */
export const httpPart = (design: Pick<Design, 'files' | 'suites' | 'functions'>): Part => {
  if (!hasTrigger(design, 'http')) return {}
  const json = importsName(design, 'parseObject')
  const flags = { json, invalid: importsName(design, 'invalid'), absent: importsName(design, 'absent') }
  const cells = {
    S: [],
    T: json
      ? [malformedBody]
      : code`No route parses a body: up to 65,536 bytes are forwarded unchanged, and the upstream service must validate them`,
    R: [],
    I: [],
    D: [],
    E: [],
  }
  return {
    render: () => [templates('shared/problem', { flags }), templates('shared/http', { flags })],
    boundaries: [{ key: 'http', name: code`Caller to HTTP entry`, cells }],
  }
}
