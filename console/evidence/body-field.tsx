import { BODY_MAX } from '@signet/evidence'
import type { Ref } from 'preact'
import { useId } from 'preact/hooks'
import { piecesOf, type Span } from './gap-spans.ts'

type Marks = Parameters<typeof piecesOf>[1]

/** A hidden copy of the text behind the field. It underlines gaps, because a textarea cannot contain marks. */
const Mirror = ({ body, marks }: { readonly body: string; readonly marks: Marks }) => {
  let offset = 0
  return (
    <div class="input body-mirror" aria-hidden="true">
      {piecesOf(body, marks).map(({ text, severity }) => {
        const start = offset
        offset += text.length
        return severity === undefined ? (
          text
        ) : (
          <mark key={start} class={severity} data-start={start}>
            {text}
          </mark>
        )
      })}
      {'\n'}
    </div>
  )
}

export const selectSpan = (area: HTMLTextAreaElement, { start, end }: Span): void => {
  area.focus()
  area.setSelectionRange(start, end)
  const mark = area.parentElement?.querySelector(`mark[data-start="${start}"]`)
  mark?.scrollIntoView({ block: 'center' })
}

export const BodyField = ({
  value,
  onValue,
  marks,
  fault,
  areaRef,
}: {
  readonly value: string
  readonly onValue: (value: string) => void
  readonly marks: Marks
  readonly fault: string | undefined
  readonly areaRef: Ref<HTMLTextAreaElement>
}) => {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>Text</label>
      <div class="body-frame">
        <Mirror body={value} marks={marks} />
        <textarea
          id={id}
          ref={areaRef}
          class="input"
          value={value}
          maxLength={BODY_MAX}
          placeholder="Write or paste an article in English, as Markdown or plain text."
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-hint${fault === undefined ? '' : ` ${id}-fault`}`}
          // A byte order mark is not part of the text and would shift every position by one.
          onInput={(event) => onValue(event.currentTarget.value.replace(/^\uFEFF/, ''))}
        />
      </div>
      <div class="hint" id={`${id}-hint`}>
        Gaps are underlined: wavy for critical and major, dotted for minor.
      </div>
      {fault && (
        <div class="fault" id={`${id}-fault`} role="alert">
          {fault}
        </div>
      )}
    </div>
  )
}
