import { useCallback, useEffect, useState } from 'preact/hooks'
import { call, messageOf, part } from './api.ts'
import { Citations } from './citations.tsx'
import type { Artifact } from './shapes.ts'

const KINDS = [
  ['briefing_doc', 'Briefing'],
  ['faq_glossary', 'Questions and terms'],
  ['implementation_plan', 'Plan'],
  ['world_bible', 'World'],
] as const

const LOOK_MS = 1_000

interface Props {
  readonly at: string
  readonly onProblem: (problem: string) => void
}

const isUnderway = ({ state }: Artifact): boolean => state === 'queued' || state === 'generating'

const Sections = ({ artifact: { sections = [] } }: { readonly artifact: Artifact }) => (
  <>
    {sections.map(({ key, heading, items }) => (
      <section key={key}>
        <h5>{heading}</h5>
        {items.length === 0 && <p>The sources tell nothing of it.</p>}
        <ul>
          {items.map(({ label, text, citations }) => (
            <li key={`${label} ${text}`}>
              {label !== null && <strong>{label}: </strong>}
              {text}
              <details>
                <summary>Where it stands</summary>
                <Citations citations={citations} />
              </details>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </>
)

const Card = ({ artifact, onAgain }: { readonly artifact: Artifact; readonly onAgain: () => void }) => (
  <li>
    <h4>
      {artifact.title} <small role="status">{artifact.state}</small>
      {artifact.stale && <span class="tag">stale: {artifact.staleReasons?.join(', ').replaceAll('_', ' ')}</span>}
    </h4>
    {!isUnderway(artifact) && (
      <button type="button" class="quiet" aria-label={`Make again: ${artifact.title}`} onClick={onAgain}>
        Make again
      </button>
    )}
    <Sections artifact={artifact} />
  </li>
)

/** What is made of a notebook: ordered, looked at, made again. */
export const Artifacts = ({ at, onProblem }: Props) => {
  const [artifacts, setArtifacts] = useState<readonly Artifact[]>([])
  const load = useCallback(async (): Promise<void> => {
    const { artifacts: listed } = await call<{ artifacts: Artifact[] }>('GET', `${at}/artifacts`)
    const read = listed.map(({ id }) => call<Artifact>('GET', `${at}/artifacts/${part(id)}`))
    setArtifacts(await Promise.all(read))
  }, [at])
  const attempt = (work: () => Promise<unknown>) =>
    void work()
      .then(load)
      .catch((error: unknown) => onProblem(messageOf(error)))
  useEffect(() => attempt(async () => undefined), [load])
  const isWaiting = artifacts.some(isUnderway)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => void load().catch((error: unknown) => onProblem(messageOf(error))), LOOK_MS)
    return () => clearTimeout(timer)
  }, [isWaiting, artifacts, load, onProblem])

  return (
    <section aria-labelledby="artifacts">
      <h3 id="artifacts">Made of it</h3>
      <div class="row">
        {KINDS.map(([kind, name]) => (
          <button
            key={kind}
            type="button"
            onClick={() => attempt(() => call('POST', `${at}/artifacts`, { body: { kind } }))}
          >
            {name}
          </button>
        ))}
      </div>
      <ul class="cards">
        {artifacts.map((artifact) => (
          <Card
            key={artifact.id}
            artifact={artifact}
            onAgain={() => attempt(() => call('POST', `${at}/artifacts/${part(artifact.id)}/regenerate`))}
          />
        ))}
      </ul>
    </section>
  )
}
