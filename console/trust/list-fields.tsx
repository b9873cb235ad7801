import { DATA_ACCESS, INCIDENT_SEVERITIES, type Intake } from '@signet/posture'
import { Button, Checkbox, Section, Select, TextArea, TextField } from '@signet/ui'
import type { ComponentChildren } from 'preact'
import { Certifications } from './certification-fields.tsx'
import { Choices } from './choices.tsx'
import type { FieldsProps } from './company-fields.tsx'
import { optionsOf } from './trust-words.ts'

const MOST = 100

type ListName = 'subprocessors' | 'incidentHistory' | 'compensatingControls'

const Listed = <Name extends ListName>({
  name,
  title,
  noun,
  empty,
  draft,
  change,
  children,
}: Pick<FieldsProps, 'draft' | 'change'> & {
  readonly name: Name
  readonly title: string
  readonly noun: string
  readonly empty: Intake[Name][number]
  readonly children: (
    each: Intake[Name][number],
    set: (part: Partial<Intake[Name][number]>) => void,
    nth: number,
  ) => ComponentChildren
}) => {
  const all: readonly Intake[Name][number][] = draft[name]
  const put = (next: readonly Intake[Name][number][]) => change({ [name]: next } as Partial<Intake>)
  return (
    <Section title={title}>
      {all.map((each, at) => (
        <div class="stack tight" key={at}>
          {children(each, (part) => put(all.with(at, { ...each, ...part })), at)}
          <div class="row">
            <Button onClick={() => put(all.toSpliced(at, 1))}>
              Remove {noun} {at + 1}
            </Button>
          </div>
        </div>
      ))}
      <div class="row">
        <Button
          icon="plus"
          unavailable={all.length < MOST ? undefined : `At most ${MOST} are taken`}
          onClick={() => put([...all, empty])}
        >
          Add {noun}
        </Button>
      </div>
    </Section>
  )
}

const fieldPropsOf = (fields: FieldsProps['fields'], name: string) => ({ name, fault: fields[name] })

const Subprocessors = ({ draft, change, fields }: FieldsProps) => (
  <Listed
    name="subprocessors"
    title="Subprocessors"
    noun="subprocessor"
    empty={{ name: '', purpose: '', dataAccess: [], jurisdiction: '', dpaSigned: false }}
    draft={draft}
    change={change}
  >
    {(each, set, nth) => (
      <>
        <div class="control-row">
          <TextField
            label="Name"
            maxLength={200}
            value={each.name}
            onValue={(name) => set({ name })}
            {...fieldPropsOf(fields, `subprocessors.${nth}.name`)}
          />
          <TextField
            label="Purpose"
            maxLength={500}
            value={each.purpose}
            onValue={(purpose) => set({ purpose })}
            {...fieldPropsOf(fields, `subprocessors.${nth}.purpose`)}
          />
          <TextField
            label="Jurisdiction"
            maxLength={200}
            placeholder="Germany"
            value={each.jurisdiction}
            onValue={(jurisdiction) => set({ jurisdiction })}
            {...fieldPropsOf(fields, `subprocessors.${nth}.jurisdiction`)}
          />
          <Checkbox
            label="A data processing agreement is signed"
            isChecked={each.dpaSigned}
            onChecked={(dpaSigned) => set({ dpaSigned })}
          />
        </div>
        <Choices
          label="What it reaches"
          values={DATA_ACCESS}
          chosen={each.dataAccess}
          onChosen={(dataAccess) => set({ dataAccess })}
        />
      </>
    )}
  </Listed>
)

const Incidents = ({ draft, change, fields }: FieldsProps) => (
  <Listed
    name="incidentHistory"
    title="Incidents"
    noun="incident"
    empty={{ date: '', severity: 'low', scope: '', resolution: '' }}
    draft={draft}
    change={change}
  >
    {(each, set, nth) => (
      <>
        <div class="control-row">
          <TextField
            label="Day"
            type="date"
            value={each.date}
            onValue={(date) => set({ date })}
            {...fieldPropsOf(fields, `incidentHistory.${nth}.date`)}
          />
          <Select
            label="Severity"
            value={each.severity}
            options={optionsOf(INCIDENT_SEVERITIES)}
            onValue={(severity) => set({ severity })}
          />
        </div>
        <TextArea
          label="What it reached"
          {...fieldPropsOf(fields, `incidentHistory.${nth}.scope`)}
          hint="Never public"
          rows={2}
          maxLength={2_000}
          value={each.scope}
          onValue={(scope) => set({ scope })}
        />
        <TextArea
          label="How it ended"
          {...fieldPropsOf(fields, `incidentHistory.${nth}.resolution`)}
          hint="Never public; empty: it has not"
          rows={2}
          maxLength={2_000}
          value={each.resolution}
          onValue={(resolution) => set({ resolution })}
        />
      </>
    )}
  </Listed>
)

const Compensations = ({ draft, change, fields }: FieldsProps) => (
  <Listed
    name="compensatingControls"
    title="Compensating controls"
    noun="compensating control"
    empty={{ gap: '', mitigation: '', owner: '' }}
    draft={draft}
    change={change}
  >
    {(each, set, nth) => (
      <>
        <div class="control-row">
          <TextField
            label="Finding"
            placeholder="MFA-02"
            maxLength={200}
            value={each.gap}
            onValue={(gap) => set({ gap })}
            {...fieldPropsOf(fields, `compensatingControls.${nth}.gap`)}
          />
          <TextField
            label="Who answers for it"
            {...fieldPropsOf(fields, `compensatingControls.${nth}.owner`)}
            maxLength={200}
            value={each.owner}
            onValue={(owner) => set({ owner })}
          />
        </div>
        <TextArea
          label="What stands in for it"
          {...fieldPropsOf(fields, `compensatingControls.${nth}.mitigation`)}
          hint="20 characters or more; never public"
          rows={2}
          maxLength={2_000}
          value={each.mitigation}
          onValue={(mitigation) => set({ mitigation })}
        />
      </>
    )}
  </Listed>
)

export const ListFields = (props: FieldsProps) => (
  <>
    <Subprocessors {...props} />
    <Certifications {...props} />
    <Incidents {...props} />
    <Compensations {...props} />
  </>
)
