import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Scenarios that call tools, prompts and resources of the suite by name, which other servers do not have. */
const SCENARIOS_OF_BOTH_REVISIONS = [
  'completion-complete',
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-error',
  'tools-call-with-progress',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
]

/** Scenarios of one revision. A call that sends a request to the client needs a tool that does so. */
const SCENARIOS_OF_REVISION = {
  '2026-07-28': [
    'server-stateless',
    'input-required-result-basic-elicitation',
    'input-required-result-basic-sampling',
    'input-required-result-basic-list-roots',
    'input-required-result-request-state',
    'input-required-result-multiple-input-requests',
    'input-required-result-multi-round',
    'input-required-result-non-tool-request',
    'input-required-result-result-type',
    'input-required-result-tampered-state',
    'input-required-result-capability-check',
    // Warnings, because the tool does not exist.
    'input-required-result-missing-input-response',
    'input-required-result-ignore-extra-params',
  ],
  '2025-11-25': [
    'logging-set-level',
    'tools-call-with-logging',
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
    'resources-subscribe',
    'resources-unsubscribe',
    // A warning about a missing session ID: the servers have no sessions.
    'server-sse-multiple-streams',
  ],
} as const

export type Revision = keyof typeof SCENARIOS_OF_REVISION

/** The judged revisions. */
export const REVISIONS = Object.keys(SCENARIOS_OF_REVISION) as readonly Revision[]

/** Scenarios about prompts and resources, which a server without prompts does not offer. */
const WITHOUT_PROMPTS: Readonly<Record<Revision, readonly string[]>> = {
  '2026-07-28': ['resources-list', 'prompts-list', 'caching', 'sep-2164-resource-not-found'],
  '2025-11-25': ['resources-list', 'prompts-list'],
}

/**
 * Writes a file with the scenarios that the servers cannot pass, because they test the suite's own server. Each must
 * fail: an entry that passes fails the run.
 */
export const writeFixtureBaseline = (
  folder: string,
  revision: Revision,
  { hasPrompts }: { readonly hasPrompts: boolean },
): string => {
  const names = [
    ...SCENARIOS_OF_BOTH_REVISIONS,
    ...SCENARIOS_OF_REVISION[revision],
    ...(hasPrompts ? [] : WITHOUT_PROMPTS[revision]),
  ]
  const file = join(folder, `${revision}-${hasPrompts}.yml`)
  writeFileSync(file, `server:\n${names.map((name) => `  - ${name}\n`).join('')}`)
  return file
}
