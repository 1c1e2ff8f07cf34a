// A QR code as one path of an SVG, because markup made from text is not allowed on our pages.
import encodeQR from 'qr'

export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw')
  const size = rows.length
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg role="img" aria-label={label} width={200} height={200} viewBox={`0 0 ${size} ${size}`}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
