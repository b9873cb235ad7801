import { DATA_ACCESS, INCIDENT_SEVERITIES, type Intake } from '@signet/posture'
import { Button, Checkbox, Section, Select, TextArea, TextField } from '@signet/ui'
import type { ComponentChildren } from 'preact'
import { Certifications } from './certification-fields.tsx'
import { Choices } from './choices.tsx'
import { type FieldsProps, fieldsAt } from './company-fields.tsx'
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
  fields,
  children,
}: FieldsProps & {
  readonly name: Name
  readonly title: string
  readonly noun: string
  readonly empty: Intake[Name][number]
  readonly children: (
    field: ReturnType<typeof fieldsAt<Intake[Name][number]>>,
    each: Intake[Name][number],
    set: (part: Partial<Intake[Name][number]>) => void,
  ) => ComponentChildren
}) => {
  const all: readonly Intake[Name][number][] = draft[name]
  const put = (next: readonly Intake[Name][number][]) => change({ [name]: next })
  return (
    <Section title={title}>
      {all.map((each, at) => {
        const set = (part: Partial<Intake[Name][number]>) => put(all.with(at, { ...each, ...part }))
        return (
          <div class="stack tight" key={at}>
            {children(fieldsAt(`${name}.${at}`, { draft: each, change: set, fields }), each, set)}
            <div class="row">
              <Button onClick={() => put(all.toSpliced(at, 1))}>
                Remove {noun} {at + 1}
              </Button>
            </div>
          </div>
        )
      })}
      <div class="row">
        <Button
          icon="plus"
          unavailable={all.length < MOST ? undefined : `Up to ${MOST} entries`}
          onClick={() => put([...all, empty])}
        >
          Add {noun}
        </Button>
      </div>
    </Section>
  )
}

const Subprocessors = (part: FieldsProps) => (
  <Listed
    name="subprocessors"
    title="Subprocessors"
    noun="subprocessor"
    empty={{ name: '', purpose: '', dataAccess: [], jurisdiction: '', dpaSigned: false }}
    {...part}
  >
    {(field, each, set) => (
      <>
        <div class="control-row">
          <TextField label="Name" maxLength={200} {...field('name')} />
          <TextField label="Purpose" maxLength={500} {...field('purpose')} />
          <TextField label="Jurisdiction" maxLength={200} placeholder="Germany" {...field('jurisdiction')} />
          <Checkbox
            label="Data processing agreement signed"
            isChecked={each.dpaSigned}
            onChecked={(dpaSigned) => set({ dpaSigned })}
          />
        </div>
        <Choices
          label="Data accessed"
          values={DATA_ACCESS}
          selected={each.dataAccess}
          onChosen={(dataAccess) => set({ dataAccess })}
        />
      </>
    )}
  </Listed>
)

const Incidents = (part: FieldsProps) => (
  <Listed
    name="incidentHistory"
    title="Incidents"
    noun="incident"
    empty={{ date: '', severity: 'low', scope: '', resolution: '' }}
    {...part}
  >
    {(field, each, set) => (
      <>
        <div class="control-row">
          <TextField label="Date" type="date" {...field('date')} />
          <Select
            label="Severity"
            value={each.severity}
            options={optionsOf(INCIDENT_SEVERITIES)}
            onValue={(severity) => set({ severity })}
          />
        </div>
        <TextArea label="Affected data" hint="Never public" rows={2} maxLength={2_000} {...field('scope')} />
        <TextArea
          label="Resolution"
          hint="Never public. Leave empty while unresolved."
          rows={2}
          maxLength={2_000}
          {...field('resolution')}
        />
      </>
    )}
  </Listed>
)

const Compensations = (part: FieldsProps) => (
  <Listed
    name="compensatingControls"
    title="Compensating controls"
    noun="compensating control"
    empty={{ gap: '', mitigation: '', owner: '' }}
    {...part}
  >
    {(field) => (
      <>
        <div class="control-row">
          <TextField label="Finding" placeholder="MFA-02" maxLength={200} {...field('gap')} />
          <TextField label="Owner" maxLength={200} {...field('owner')} />
        </div>
        <TextArea
          label="Compensating measure"
          hint="20 characters or more; never public"
          rows={2}
          maxLength={2_000}
          {...field('mitigation')}
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
