/** A tale as a picture: the cards as the board draws them, and the text below. Drawn by the browser alone. */
import { mount, unmount } from 'svelte'
import type { AventureCardShown, AventureGridShown } from '../../wire'
import Face from './Face.svelte'
import { bounds } from './table'

export interface TalePicture {
  grid: AventureGridShown
  title: string
  paragraphs: readonly string[]
  foot: string
}

const WIDTH = 1080
const MARGIN = 54
const GAP = 8
/** of a card: width to height */
const SHAPE = 7 / 6
const TITLE = 54
const TEXT = 28
const SMALL = 24
const LINE = 1.45

const style = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** A card as an image: a picture of its own, so without variables and classes of the page. */
async function drawn(card: AventureCardShown, earned: number | undefined): Promise<HTMLImageElement> {
  const target = document.createElement('div')
  const face = mount(Face, { target, props: { card, ...(earned === undefined ? {} : { earned }) } })
  const svg = target.querySelector('svg')
  svg?.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const [, , width = '', height = ''] = svg?.getAttribute('viewBox')?.split(' ') ?? []
  svg?.setAttribute('width', width)
  svg?.setAttribute('height', height)
  for (const text of svg?.querySelectorAll('.art-num') ?? []) {
    text.setAttribute('text-anchor', 'middle')
    text.setAttribute('font-family', 'Georgia, serif')
    text.setAttribute('font-weight', '700')
  }
  const source = (svg?.outerHTML ?? '').replace(/var\((--[\w-]+)\)/g, (_, name: string) => style(name))
  await unmount(face)
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`
  await image.decode()
  return image
}

/** The lines of a text at most this wide. */
function lines(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const out: string[] = []
  for (const word of text.split(' ')) {
    const longer = out.length ? `${out.at(-1)} ${word}` : word
    if (out.length && context.measureText(longer).width <= width) out[out.length - 1] = longer
    else out.push(word)
  }
  return out
}

/** The picture as a PNG file. */
export async function pictureOf({ grid, title, paragraphs, foot }: TalePicture): Promise<Blob> {
  const cells = grid.cells.flatMap((cell) => (cell.card ? [{ ...cell, card: cell.card }] : []))
  const earned = new Map(grid.goals.map((goal) => [goal.place, goal.earned]))
  const [images] = await Promise.all([
    Promise.all(cells.map((cell) => drawn(cell.card, cell.card.goal ? earned.get(cell.place) : undefined))),
    document.fonts.ready,
  ])
  const at = bounds(cells)
  const card = (WIDTH - 2 * MARGIN - (at.cols - 1) * GAP) / at.cols
  const step = card / SHAPE + GAP
  const top = MARGIN + TITLE * 2
  const rows = Math.max(...cells.map((cell) => cell.row)) - at.top + 1
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const face = style('--font-title')
  const prose = `400 ${TEXT}px ${style('--font-ui')}`
  context.font = prose
  const blocks = paragraphs.map((paragraph) => lines(context, paragraph, WIDTH - 2 * MARGIN))
  const below = top + rows * step + TEXT
  const high = blocks.reduce((sum, block) => sum + block.length * TEXT * LINE + TEXT * 0.7, 0)
  canvas.width = WIDTH
  canvas.height = Math.ceil(below + high + SMALL + MARGIN)
  context.fillStyle = style('--art-ink')
  context.fillRect(0, 0, WIDTH, canvas.height)
  context.fillStyle = style('--art-moon')
  context.textAlign = 'center'
  context.font = `700 ${TITLE}px ${face}`
  context.fillText(title, WIDTH / 2, MARGIN + TITLE, WIDTH - 2 * MARGIN)
  cells.forEach((cell, i) => {
    const [x, y] = [MARGIN + (cell.col - at.left) * (card + GAP), top + (cell.row - at.top) * step]
    if (images[i]) context.drawImage(images[i], x, y, card, card / SHAPE)
  })
  context.textAlign = 'left'
  context.font = prose
  let y = below + TEXT
  for (const block of blocks) {
    for (const line of block) {
      context.fillText(line, MARGIN, y)
      y += TEXT * LINE
    }
    y += TEXT * 0.7
  }
  context.textAlign = 'center'
  context.globalAlpha = 0.75
  context.font = `400 ${SMALL}px ${style('--font-ui')}`
  context.fillText(foot, WIDTH / 2, canvas.height - MARGIN / 2)
  return new Promise((done, fail) => {
    canvas.toBlob((file) => (file ? done(file) : fail(new Error('no picture'))), 'image/png')
  })
}

/** Offers a picture to the phone's sharing, or saves it. */
export async function save(picture: Blob, name: string): Promise<void> {
  const file = new File([picture], name, { type: picture.type })
  if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch(() => undefined)
    return
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href))
}
