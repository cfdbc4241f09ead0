import type { CoveragePictureMark } from '../backend/types';

/** The ways to see a page of evidence. */
export const PAGE_VIEWS = ['picture', 'text'] as const;
export type PageView = (typeof PAGE_VIEWS)[number];

/** Widths of a picture in per cent of the room that it has. */
export const ZOOMS = [100, 150, 200, 300] as const;
export type Zoom = (typeof ZOOMS)[number];

/** The next step of zoom in a direction; `null` at the end. */
export function nextZoom(zoom: Zoom, direction: 1 | -1): Zoom | null {
  return ZOOMS[ZOOMS.indexOf(zoom) + direction] ?? null;
}

/** Pixels by which the widths that are asked for differ, so that a few serve every window. */
const STEP = 400;
/** Greatest width that the desk draws. */
const GREATEST = 2_400;

/** Width in pixels of a picture that fills its room at a zoom. `room` is in CSS pixels, of which each has `ratio` pixels of the screen. */
export function pixelWidth(room: number, zoom: Zoom, ratio: number): number {
  const needed = (room * zoom * ratio) / 100;
  return Math.min(GREATEST, Math.max(STEP, Math.ceil(needed / STEP) * STEP));
}

/** Length of a picture and of the box that scrolls it, in one direction. */
interface Extent {
  picture: number;
  box: number;
}

/** How far a box scrolls to show a part of its picture in the middle. `from` and `length` are shares of the picture. */
function middle(from: number, length: number, { picture, box }: Extent): number {
  return Math.max(0, (from + length / 2) * picture - box / 2);
}

/** Where a box scrolls to show a mark of its picture. */
export function scrollTo(
  mark: CoveragePictureMark,
  across: Extent,
  down: Extent,
): { left: number; top: number } {
  return {
    left: middle(mark.left, mark.width, across),
    top: middle(mark.top, mark.height, down),
  };
}
