import { Badge, Button, Code, Failure, Section, TextArea, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import { useAction } from '../session/action.ts'
import { shownOrganization } from '../transport/requesting.ts'
import type { Operation } from './open-api.ts'
import { type RequestValues, urlOf } from './operation-samples.ts'

/** The API key entered on this page, in memory only. */
let enteredKey = ''

interface Reply {
  readonly status: number
  readonly ms: number
  readonly type: string
  readonly text: string
  readonly imageUrl: string | undefined
}

const prettyJson = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Sends the request once and returns the response, whatever its status. */
const send = async (operation: Operation, base: string, values: RequestValues): Promise<Reply> => {
  const headers = new Headers()
  const organization = shownOrganization.get()
  if (enteredKey !== '') headers.set('authorization', `Bearer ${enteredKey}`)
  else if (organization !== undefined) headers.set('signet-organization', organization)
  if (values.body !== undefined) headers.set('content-type', 'application/json')
  const startedAt = performance.now()
  const response = await fetch(urlOf(base, operation, values), {
    method: operation.method,
    headers,
    ...(values.body === undefined ? {} : { body: values.body }),
  })
  const type = response.headers.get('content-type') ?? ''
  const isImage = type.startsWith('image/')
  const imageUrl = isImage ? URL.createObjectURL(await response.blob()) : undefined
  const text = isImage ? '' : prettyJson(await response.text())
  return { status: response.status, ms: performance.now() - startedAt, type, text, imageUrl }
}

const Fields = ({
  operation: { parameters = [] },
  values,
  onValues,
}: {
  readonly operation: Operation
  readonly values: RequestValues
  readonly onValues: (values: RequestValues) => void
}) => (
  <>
    {parameters
      .filter((parameter) => parameter.in === 'path' || parameter.in === 'query')
      .map(({ name, in: location, required }) => {
        const group = location === 'path' ? 'path' : 'query'
        return (
          <TextField
            key={`${location}-${name}`}
            label={`${name}${required ? '' : ' (optional)'}`}
            isMono
            value={values[group][name] ?? ''}
            onValue={(value) => onValues({ ...values, [group]: { ...values[group], [name]: value } })}
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

const ReplyView = ({ reply: { status, ms, type, text, imageUrl } }: { readonly reply: Reply }) => (
  <div class="stack tight" role="status">
    <p>
      <Badge tone={status < 400 ? 'ok' : 'danger'}>{status}</Badge>{' '}
      <span class="second small">
        {Math.round(ms)} ms, {type || 'no body'}
      </span>
    </p>
    {imageUrl && <img src={imageUrl} alt="Response" />}
    {text !== '' && <Code text={text} label="Response" language="json" />}
  </div>
)

/** A form that sends the request with the entered API key, or with the session. */
export const TryIt = ({
  operation,
  base,
  values,
  onValues,
}: {
  readonly operation: Operation
  readonly base: string
  readonly values: RequestValues
  readonly onValues: (values: RequestValues) => void
}) => {
  const [key, setKey] = useState(enteredKey)
  const [reply, setReply] = useState<Reply>()
  const attempt = useAction(() => send(operation, base, values), setReply)
  return (
    <Section title="Try it">
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault()
          enteredKey = key.trim()
          attempt.run()
        }}
      >
        <TextField
          label="API key (optional)"
          type="password"
          hint="Kept in memory until you reload or close this tab. Without a key, the request uses your session."
          value={key}
          onValue={setKey}
          autocomplete="off"
          isMono
        />
        <Fields operation={operation} values={values} onValues={onValues} />
        <div class="actions">
          <Button type="submit" kind="primary" isBusy={attempt.isBusy}>
            Send request
          </Button>
        </div>
      </form>
      {attempt.fault && <Failure fault={attempt.fault} />}
      {reply && <ReplyView reply={reply} />}
    </Section>
  )
}
