import { type Code, code, joinCode, markdownText } from '../../code.ts'
import type { Decision, Design } from '../../design.ts'
import type { Governance, PlannedCase, PlannedRequirement, Threat } from '../../governance.ts'

const STRIDE_NAMES = {
  S: 'Spoofing',
  T: 'Tampering',
  R: 'Repudiation',
  I: 'Information disclosure',
  D: 'Denial of service',
  E: 'Elevation of privilege',
}

const cell = (text: string): Code => markdownText(text)

const threatSection = (threat: Threat): Code => code`
### ${threat.id as Code} ${cell(threat.card === undefined ? `${threat.source} ${threat.action}` : threat.action)}

${cell(`${STRIDE_NAMES[threat.stride]} at "${threat.boundary}"`)}. Likelihood ${threat.likelihood}, impact ${threat.impactScore} of 5. ${threat.status === 'open' ? code`**Open: no test covers this card.**` : code`Tests: ${threat.testIds.join(', ') as Code}.`}

- Source: ${cell(threat.source)}${threat.sameAs === undefined ? code`` : code`; same as ${threat.sameAs as Code}`}
- Prerequisites: ${cell(threat.prerequisites)}
- Impact: ${cell(threat.impact)}
- Mitigation: ${cell(threat.mitigation)}
`

export const threatModelMarkdown = (design: Design, { threats, notApplicable }: Governance, title: Code): Code => code`
# Threat model: ${title}

${cell(design.summary)}

Assets: ${joinCode(design.assets.map(cell), ', ')}. Actors: ${joinCode(design.actors.map(cell), ', ')}.

## Data flows

${joinCode(design.flows.map((flow) => code`- ${cell(flow)}`))}

## Threats

${joinCode(threats.map(threatSection), '\n\n')}

## Not applicable

| Boundary | STRIDE | Reason |
|---|---|---|
${joinCode(notApplicable.map(({ boundary, stride, reason }) => code`| ${cell(boundary)} | ${stride as Code} | ${cell(reason)} |`))}
`

/** The threat model as JSON. */
export const threatModelJson = (design: Design, { threats, notApplicable }: Governance, system: string) => ({
  system,
  assets: design.assets,
  actors: design.actors,
  trustBoundaries: design.boundaries.map(({ name }) => name),
  dataFlows: design.flows,
  threats,
  not_applicable: notApplicable,
})

const caseLine = ({ id, level, given, when, then, traces, file }: PlannedCase): Code =>
  code`| ${id as Code} | ${level as Code} | ${cell(given)} | ${cell(when)} | ${cell(then)} | ${traces.join(', ') as Code} | ${file as Code} |`

const BUILT_TEXT = { built: code`yes`, partly: code`partly`, open: code`not recognized` } as const

const requirementLine = ({ id, text, priority, source, status, testIds }: PlannedRequirement): Code =>
  code`| ${id as Code} | ${priority as Code} | ${source as Code} | ${cell(text)} | ${BUILT_TEXT[status]} | ${testIds.join(', ') as Code} |`

export const testPlanMarkdown = ({ cases, requirements }: Governance, title: Code): Code => code`
# Test plan: ${title}

Each case is one test whose name begins with its ID. \`node --test\` runs all tests without an installation.

| Requirement | Priority | Source | Text | Built | Tests |
|---|---|---|---|---|---|
${joinCode(requirements.map(requirementLine))}

| Case | Level | Given | When | Then | Traces | File |
|---|---|---|---|---|---|---|
${joinCode(cases.map(caseLine))}
`

/** Links each requirement and threat to its tests and their files. */
export const tracesJson = ({ requirements, threats, cases }: Governance) => {
  const fileOf = new Map(cases.map(({ id, file }) => [id, file]))
  const filesOf = (ids: readonly string[]): string[] => [...new Set(ids.flatMap((id) => fileOf.get(id) ?? []))].sort()
  return {
    requirements: requirements.map(({ id, source, status, metBy, testIds }) => ({
      id,
      source,
      status,
      ...(metBy !== undefined && { met_by: metBy }),
      tests: testIds,
      files: filesOf(testIds),
    })),
    threats: threats.map(({ id, status, testIds }) => ({ id, status, tests: testIds, files: filesOf(testIds) })),
  }
}

const optionSection = ({ name, good, bad }: Decision['options'][number]): Code => code`
### ${cell(name)}

- Good, because ${cell(good)}
- Bad, because ${cell(bad)}
`

/**
 * A decision in the format of MADR 4.0.0. It has no date, so that the same input produces the same bytes.
 * @param drawnCards questions of drawn cards, which did not influence the decision.
 */
export const adrMarkdown = (decision: Decision, drawnCards: readonly Code[]): Code => code`
---
status: proposed
decision-makers: the team that owns this service
---

# ${cell(decision.title)}

## Context and problem statement

${cell(decision.context)}

## Decision drivers

${joinCode(decision.drivers.map((driver) => code`- ${cell(driver)}`))}

## Considered options

${joinCode(decision.options.map(({ name }) => code`- ${cell(name)}`))}

## Decision outcome

Chosen option: "${cell(decision.options[0]?.name ?? '')}", because ${cell(decision.because)}

### Consequences

${joinCode([...decision.good.map((each) => code`- Good, because ${cell(each)}`), ...decision.bad.map((each) => code`- Bad, because ${cell(each)}`)])}

### Confirmation

${cell(decision.confirmation)}

## Pros and cons of the options

${joinCode(decision.options.map(optionSection), '\n\n')}${
  drawnCards.length === 0
    ? code``
    : code`\n\n\n## Drawn questions\n\nThese questions were drawn from the decks for the team to answer. They did not influence the decision above.\n\n${joinCode(drawnCards)}`
}
`
