import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Button } from './button.tsx'

/** Browsers support this attribute, but the element types do not include it. */
const FOLDER_ATTRIBUTE: object = { webkitdirectory: true }

interface DropZoneProps {
  readonly children: ComponentChildren
  readonly label: string
  /** File name extensions, such as `.json,.zip`. */
  readonly accept?: string
  readonly isFolder?: boolean
  readonly onFiles: (files: readonly File[]) => void
  /** Receives dropped data, including folders, instead of `onFiles`. */
  readonly onDropped?: (data: DataTransfer) => void
}

const FileChooser = ({ label, accept, isFolder = false, onFiles }: Omit<DropZoneProps, 'children' | 'onDropped'>) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon="upload" onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        {...(isFolder ? FOLDER_ATTRIBUTE : {})}
        hidden
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}

export const DropZone = ({ children, onDropped, ...chooserProps }: DropZoneProps) => {
  const [isDragOver, setDragOver] = useState(false)
  return (
    <section
      class={isDragOver ? 'drop-zone over' : 'drop-zone'}
      aria-label={chooserProps.label}
      onDragOver={(event) => {
        event.preventDefault()
        setDragOver(true)
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setDragOver(false)
        const data = event.dataTransfer
        if (data && onDropped) onDropped(data)
        else chooserProps.onFiles([...(data?.files ?? [])])
      }}
    >
      {children}
      <FileChooser {...chooserProps} />
    </section>
  )
}
