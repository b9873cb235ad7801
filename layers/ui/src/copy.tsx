import { Button, IconButton } from './button.tsx'
import { Code, type CodeSample, CodeTabs } from './code.tsx'
import { Notice } from './notice.tsx'
import { useCopy } from './use-copy.ts'

export const CopyButton = ({ text, children = 'Copy' }: { readonly text: string; readonly children?: string }) => {
  const [isCopied, copy] = useCopy(text)
  return (
    <>
      <Button icon={isCopied ? 'check' : 'copy'} onClick={copy}>
        {isCopied ? 'Copied' : children}
      </Button>
      <span role="status" class="hidden-text">
        {isCopied ? 'Copied' : ''}
      </span>
    </>
  )
}

export const CopyId = ({ id, what = 'ID' }: { readonly id: string; readonly what?: string }) => {
  const [isCopied, copy] = useCopy(id)
  return (
    <IconButton name={isCopied ? 'check' : 'copy'} label={isCopied ? 'Copied' : `Copy ${what} ${id}`} onClick={copy} />
  )
}

export const Secret = ({
  text,
  what,
  samples,
}: {
  readonly text: string
  readonly what: string
  readonly samples: readonly CodeSample[]
}) => (
  <div class="stack">
    <Notice kind="warn">
      <p>This {what} is shown only once. Copy it now and store it securely.</p>
    </Notice>
    <Code text={text} label={`The ${what}`} />
    <CodeTabs samples={samples} label={`Use the ${what}`} />
  </div>
)
