import { Badge, Button, Code, Failure, Section, TextArea, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import { useAction } from '../session/action.ts'
import { shownOrganization } from '../transport/requesting.ts'
import type { PlacedOperation } from './open-api.ts'
import { type RequestValues, urlOf } from './operation-samples.ts'

/** The API key entered on this page. It is held in memory only. */
let keyInHand = ''

interface ReplyView {
  readonly status: number
  readonly ms: number
  readonly type: string
  readonly text: string
  readonly picture: string | undefined
}

const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Sends the request once and returns the response, whatever its status. */
const send = async (operation: PlacedOperation, base: string, values: RequestValues): Promise<ReplyView> => {
  const headers = new Headers()
  const organization = shownOrganization.get()
  if (keyInHand !== '') headers.set('authorization', `Bearer ${keyInHand}`)
  else if (organization !== undefined) headers.set('signet-organization', organization)
  if (values.body !== undefined) headers.set('content-type', 'application/json')
  const began = performance.now()
  const response = await fetch(urlOf(base, operation, values), {
    method: operation.method,
    headers,
    ...(values.body === undefined ? {} : { body: values.body }),
  })
  const type = response.headers.get('content-type') ?? ''
  const isPicture = type.startsWith('image/')
  const picture = isPicture ? URL.createObjectURL(await response.blob()) : undefined
  const text = isPicture ? '' : pretty(await response.text())
  return { status: response.status, ms: performance.now() - began, type, text, picture }
}

const Fields = ({
  of: { parameters = [] },
  values,
  onValues,
}: {
  readonly of: PlacedOperation
  readonly values: RequestValues
  readonly onValues: (values: RequestValues) => void
}) => (
  <>
    {parameters
      .filter((parameter) => parameter.in === 'path' || parameter.in === 'query')
      .map(({ name, in: place, required }) => {
        const part = place === 'path' ? 'path' : 'query'
        return (
          <TextField
            key={`${place}-${name}`}
            label={`${name}${required ? '' : ' (optional)'}`}
            isMono
            value={values[part][name] ?? ''}
            onValue={(value) => onValues({ ...values, [part]: { ...values[part], [name]: value } })}
            autocomplete="off"
          />
        )
      })}
    {values.body !== undefined && (
      <TextArea
        label="Body"
        isMono
        rows={Math.min(16, values.body.split('\n').length + 1)}
        value={values.body}
        onValue={(body) => onValues({ ...values, body })}
      />
    )}
  </>
)

const AnswerPart = ({ of: { status, ms, type, text, picture } }: { readonly of: ReplyView }) => (
  <div class="stack tight" role="status">
    <p>
      <Badge tone={status < 400 ? 'ok' : 'danger'}>{status}</Badge>{' '}
      <span class="second small">
        {Math.round(ms)} ms, {type || 'no body'}
      </span>
    </p>
    {picture && <img src={picture} alt="Response" />}
    {text !== '' && <Code text={text} label="Response" language="json" />}
  </div>
)

/** A form that sends the request with the entered API key, or with the session. */
export const TryIt = ({
  of: operation,
  base,
  values,
  onValues,
}: {
  readonly of: PlacedOperation
  readonly base: string
  readonly values: RequestValues
  readonly onValues: (values: RequestValues) => void
}) => {
  const [key, setKey] = useState(keyInHand)
  const [reply, setAnswered] = useState<ReplyView>()
  const attempt = useAction(() => send(operation, base, values), setAnswered)
  return (
    <Section title="Try it">
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault()
          keyInHand = key.trim()
          attempt.run()
        }}
      >
        <TextField
          label="API key (optional)"
          type="password"
          hint="Stored until you close this tab. Without a key, the request uses your session."
          value={key}
          onValue={setKey}
          autocomplete="off"
          isMono
        />
        <Fields of={operation} values={values} onValues={onValues} />
        <div class="actions">
          <Button type="submit" kind="primary" isBusy={attempt.isBusy}>
            Send request
          </Button>
        </div>
      </form>
      {attempt.fault && <Failure fault={attempt.fault} />}
      {reply && <AnswerPart of={reply} />}
    </Section>
  )
}
