export { Badge, type Tone } from './badge.tsx'
export { Button, type ButtonKind, type ButtonProps, IconButton, LinkButton } from './button.tsx'
export { Checkbox, RadioGroup, Segments, Switch } from './choice.tsx'
export { Code, type CodeSample, CodeTabs } from './code.tsx'
export { CopyButton, CopyId, Secret } from './copy.tsx'
export { Diff, type DiffLine, Facts, Meter, Timeline, type TimelineEntry } from './data.tsx'
export { ConfirmDialog, type ConfirmProps, Dialog, type DialogProps } from './dialog.tsx'
export { DropZone } from './drop-zone.tsx'
export {
  type Option,
  Select,
  type SelectProps,
  TextArea,
  type TextAreaProps,
  TextField,
  type TextFieldProps,
} from './field.tsx'
export { Icon, type IconName } from './icon.tsx'
export type { Language } from './language.ts'
export { PageHead, Section } from './layout.tsx'
export { Menu, type MenuItem } from './menu.tsx'
export { Notice, type NoticeKind } from './notice.tsx'
export { Empty, Failure, type Fault, NotAllowed, Skeleton } from './states.tsx'
export { type Column, Table, type TableProps } from './table.tsx'
export { LinkTabs, Tabs } from './tabs.tsx'
export { dayOf, durationOf, relativeTime, Time } from './time.tsx'
