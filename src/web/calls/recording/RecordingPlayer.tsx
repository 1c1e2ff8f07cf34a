import { useEffect, useRef, useState } from 'react'
import styles from './RecordingPlayer.module.css'

/** Plays as soon as it is there, and has the focus: the space bar pauses. */
export function RecordingPlayer({ sound }: { sound: Blob }) {
  const audio = useRef<HTMLAudioElement>(null)
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    const player = audio.current
    if (!player) return
    // The server sends any file as bytes.
    const url = URL.createObjectURL(new Blob([sound], { type: 'audio/wav' }))
    player.src = url
    player.focus()
    return () => {
      player.removeAttribute('src')
      URL.revokeObjectURL(url)
    }
  }, [sound])
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: a call has no captions. */}
      <audio
        ref={audio}
        className={styles.player}
        controls
        autoPlay
        aria-label="Recording of this call"
        onError={() => setRefused(true)}
      />
      {isRefused && <p role="alert">This browser does not play it: download it instead.</p>}
    </>
  )
}
