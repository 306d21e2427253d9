/**
 * Blocks of device memory: how segments are divided, and which blocks are unused. It calls no
 * driver. Read {@link jackfield.backend.cuda.driver.block.FreeBlocks} first.
 */
package jackfield.backend.cuda.driver.block;
