// Files that leave the machine are compressed, then encrypted; `age --decrypt | zstd -d` opens them
// too. A stream that was cut short or changed fails when it is opened.
import { pipeline, Readable } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'

type WebBytes = ReadableStream<Uint8Array>

/** The error of a part reaches the last one, whose reader gets it. */
const ignored = (): void => {}

export async function seal(plain: Readable, recipient: string): Promise<Readable> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const packed = pipeline(plain, createZstdCompress(), ignored)
  const sealed = await encrypter.encrypt(Readable.toWeb(packed) as WebBytes)
  return Readable.fromWeb(sealed as Parameters<typeof Readable.fromWeb>[0])
}

export async function unseal(sealed: Readable, identity: string): Promise<Readable> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const packed = await decrypter.decrypt(Readable.toWeb(sealed) as WebBytes)
  const readable = Readable.fromWeb(packed as Parameters<typeof Readable.fromWeb>[0])
  return pipeline(readable, createZstdDecompress(), ignored)
}
