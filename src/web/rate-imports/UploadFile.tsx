// Sends a rate file, and opens its import.
import { useNavigate } from '@tanstack/react-router'
import { listRateImports, uploadRateFile } from '#contract/rate-imports/rate-imports.ts'
import { DropFile } from '../files/DropFile.tsx'
import { upload } from '../http/upload.ts'
import { useRefresh } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'

export function UploadFile({ tariff_id }: { tariff_id: number }) {
  const navigate = useNavigate()
  const refresh = useRefresh(listRateImports)
  const send = async (file: File, onShare: (share: number) => void) => {
    const call = { params: { tid: tariff_id }, query: { file_name: file.name.slice(-200) } }
    const { id } = await upload(uploadRateFile, call, file, onShare)
    refresh()
    void navigate({ to: paths.admin.rateImports(tariff_id).one(id) })
  }
  return <DropFile label="Choose a rate file" send={send} />
}
