import { text } from '../../tasks/result.ts';
import type { Tool } from '../../tasks/tool.ts';
import { blocks, plainTool, toolError } from './plain-tool.ts';
import { PIXEL_PNG, SILENCE_WAV } from './samples.ts';

const image = { type: 'image', data: PIXEL_PNG, mimeType: 'image/png' };
const audio = { type: 'audio', data: SILENCE_WAV, mimeType: 'audio/wav' };
const embedded = (uri: string, mimeType: string, body: string) => ({
  type: 'resource',
  resource: { uri, mimeType, text: body },
});

/** One tool for each kind of content, one for several at once, and one that fails as a tool does. */
export const contentTools: readonly Tool[] = [
  plainTool('test_simple_text', 'Answers one text.', () => text('Just a text.')),
  plainTool('test_image_content', 'Answers one image.', () => blocks(image)),
  plainTool('test_audio_content', 'Answers one sound.', () => blocks(audio)),
  plainTool('test_embedded_resource', 'Answers one embedded resource.', () =>
    blocks(embedded('test://embedded-resource', 'text/plain', 'A resource inside a result.')),
  ),
  plainTool('test_multiple_content_types', 'Answers a text, an image and a resource.', () =>
    blocks(
      { type: 'text', text: 'Three kinds of content.' },
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"kind":"mixed"}'),
    ),
  ),
  plainTool('test_error_handling', 'Always fails, as a tool fails.', () => toolError('Failed on purpose.')),
];
