import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Button } from './button.tsx'

/** Takes files by drop, or by a button for those who do not drag. */
export const DropZone = ({
  children,
  label,
  accept,
  onFiles,
}: {
  readonly children: ComponentChildren
  /** Text of the button. */
  readonly label: string
  /** File name extensions, such as `.json,.zip`. */
  readonly accept?: string
  readonly onFiles: (files: readonly File[]) => void
}) => {
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  return (
    <section
      class={isOver ? 'drop-zone over' : 'drop-zone'}
      aria-label={label}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles([...(event.dataTransfer?.files ?? [])])
      }}
    >
      {children}
      <Button icon="upload" onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </section>
  )
}
