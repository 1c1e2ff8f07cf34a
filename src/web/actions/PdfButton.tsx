import { IconFileTypePdf } from '@tabler/icons-react'
import { FetchButton } from './FetchButton.tsx'

interface PdfButtonProps {
  readonly label: string
  readonly save: () => Promise<void>
}

/** Downloads a document. */
export function PdfButton({ label, save }: PdfButtonProps) {
  return <FetchButton label={label} icon={<IconFileTypePdf size={15} />} load={save} />
}
